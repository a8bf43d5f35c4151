import type { LineHandlers } from '#bus';
import { USER_STREAM } from '#contracts';
import { Aggregates, receipt, type Runtime } from '#platform';
import { userDecider } from './user.js';

/** What handles the commands of users. */
export function userHandlers({ store }: Runtime) {
  const users = new Aggregates({ store, decider: userDecider, stream: USER_STREAM });
  return {
    'organizations.create-user': async (command) => {
      const { data, time: at } = command;
      return receipt(await users.handle(command, { type: 'create', ...data, at }));
    },
  } satisfies Partial<LineHandlers<'organizations'>>;
}
