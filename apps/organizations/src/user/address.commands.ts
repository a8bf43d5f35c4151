import { CommandHandler } from '@nestjs/cqrs';
import { normalizeEmail } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { CreateUserCommand, FindUserCommand, type CommandOutcome, type FoundUser } from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { Addresses } from './addresses.js';
import { tenantOf, Users } from './users.js';

/**
 * Makes the user of an address, which is reserved first. The user gets the id that the address is reserved for: where a
 * process died, or sleeps, between the reservation and the event, whoever comes next makes that user, and the one that
 * wakes up finds it there. One that exists is a conflict, unless it is this very user: the demo's is made again at each start.
 */
@CommandHandler(CreateUserCommand)
export class CreateUserHandler implements Handles<CreateUserCommand> {
  constructor(
    private readonly users: Users,
    private readonly addresses: Addresses,
  ) {}

  async execute(command: CreateUserCommand): Promise<CommandOutcome<{ user_id: string }>> {
    const { data, time: at } = command;
    const userId = await this.addresses.reserve(normalizeEmail(data.email), command.key);
    const envelope = { ...command, key: userId, tenant: tenantOf(userId) };
    return receipt(await this.users.handle(envelope, { type: 'create', ...data, at }), { user_id: userId });
  }
}

@CommandHandler(FindUserCommand)
export class FindUserHandler implements Handles<FindUserCommand> {
  constructor(
    private readonly users: Users,
    private readonly addresses: Addresses,
  ) {}

  async execute({ data }: FindUserCommand): Promise<CommandOutcome<{ user: FoundUser | null }>> {
    const id = await this.addresses.holderOf(normalizeEmail(data.email));
    const user = id === undefined ? undefined : await this.users.find(id);
    return answerWithData({ user: id && user ? { id, suspended: user.suspended } : null });
  }
}
