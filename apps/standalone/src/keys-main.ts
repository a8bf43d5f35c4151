import { StartupError } from '#hosting';
import { exitWithSentence } from '#hosting/runtime/exit';
import { addUserKey, revokeAllKeys } from './keys.js';
import type { OperatorRuntime } from './operator.js';
import { runAsOperator } from './operator-process.js';

const USAGE = `npm run keys -- revoke-all ORGANIZATION   every key of an organization stops working, in every process
npm run keys -- new-user-key USER          another key for a user (id or e-mail): it is shown this once`;

/** `npm run keys`: the operator's commands on keys. */
await exitWithSentence(async () => {
  const [command, who, ...rest] = process.argv.slice(2);
  if (who === undefined || rest.length > 0) throw new StartupError(USAGE);
  await runAsOperator('keys', workOf(command, who));
});

type Work = (runtime: OperatorRuntime) => Promise<void>;

function workOf(command: string | undefined, who: string): Work {
  switch (command) {
    case 'revoke-all':
      return async (runtime) => {
        const { revoked, users } = await revokeAllKeys(runtime, who.toLowerCase());
        const keys = revoked === 1 ? '1 key' : `${revoked} keys`;
        console.log(`${keys} of the organization ${who} revoked. No gateway takes them any more.`);
        for (const user of users)
          console.log(
            `The user ${user} still has access: users' keys are revoked at DELETE /v2/users/me/keys/{id}.`,
          );
      };
    case 'new-user-key':
      return async (runtime) => console.log(await addUserKey(runtime, who));
    case undefined:
    default:
      throw new StartupError(USAGE);
  }
}
