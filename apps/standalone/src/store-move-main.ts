import { loadConfig } from '#hosting';
import { exitWithSentence } from '#hosting/runtime/exit';
import { readStoreMove } from './store-move-command.js';
import { moveStores } from './store-move.js';

/** `npm run store:move`: takes an installation to another database, or its events to another store (docs/moving-stores.md). */
await exitWithSentence(async () => {
  const move = readStoreMove(process.argv.slice(2), process.env);
  await moveStores(loadConfig(), move, (line) => console.log(line));
});
