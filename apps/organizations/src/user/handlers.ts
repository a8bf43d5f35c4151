import { USER_STREAM, type Command, type CommandOutcome, type OrganizationsCommand } from '#contracts';
import { Aggregates, receipt, type Runtime } from '#platform';
import { userDecider } from './user.js';

type CreateUser = Extract<OrganizationsCommand, { type: 'organizations.create-user' }>;

/** Takes the commands of users from the bus. */
export function serveUsers({ bus, store }: Runtime): void {
  const users = new Aggregates({ store, decider: userDecider, streamOf: (id) => USER_STREAM + id });
  bus.serve('organizations.create-user', async (command: Command): Promise<CommandOutcome> => {
    const { data, time: at } = command as CreateUser;
    return receipt(await users.handle(command, { type: 'create', ...data, at }));
  });
}
