import { exitWithSentence } from '#hosting/runtime/exit';
import { readDoubtsCommand } from './doubts-command.js';
import { runAsOperator } from './operator-process.js';

/** `npm run -s doubts`: the operator's commands on documents in doubt. Standard output has lines of JSON alone. */
await exitWithSentence(async () => {
  const { hosted, work } = readDoubtsCommand(process.argv.slice(2));
  await runAsOperator('doubts', work, hosted);
});
