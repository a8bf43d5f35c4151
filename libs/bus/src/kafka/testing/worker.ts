import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaBus } from '../kafka-bus.js';
import { silent } from './cluster.js';
import { echo } from './echo.js';
import type { AnyCommands } from '#contracts';

/**
 * A process that handles `test.Work`, to be killed: `worker.js <broker> <prefix> <milliseconds a command>
 * [milliseconds of the session]`. Prints
 * the id of each command when it begins (`+`) and when it ends (`-`), before it is answered.
 */
const [broker = '', prefix = '', ms = '0', session = '10000'] = process.argv.slice(2);
const settings = {
  ...{ brokers: [broker], prefix, tls: undefined, sasl: undefined, sessionMs: Number(session) },
};
const bus = await KafkaBus.open<AnyCommands>({
  settings,
  log: silent,
  limits: { maxTasks: 20, maxBytes: 1_000_000 },
});
bus.serve('test.Work', async (command) => {
  writeSync(1, `+${command.id}\n`);
  await sleep(Number(ms));
  writeSync(1, `-${command.id}\n`);
  return echo(command);
});
await bus.start();
writeSync(1, 'ready\n');
process.once('SIGTERM', () => void bus.stop().then(() => process.exit(0)));
