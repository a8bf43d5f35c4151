import { exitWithSentence } from '#hosting/runtime/exit';
import { runAsOperator } from './operator-process.js';
import { readUsersCommand } from './users-command.js';

/** `npm run -s users`: the operator's commands on users. Standard output has lines of JSON alone. */
await exitWithSentence(async () => {
  await runAsOperator('users', readUsersCommand(process.argv.slice(2)));
});
