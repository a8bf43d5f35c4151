import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { Failure, orFailure } from '../failure.mjs';
import { ensureInstalled } from '../install.mjs';
import { endWithNpm } from '../launch.mjs';
import { checkPort } from '../port.mjs';
import { checkSettings } from '../settings.mjs';
import { checkJava } from './java.mjs';
import { withDefaults } from './settings.mjs';

// What is missing is said at once, before anything is installed, built or made.
const makeReady = async () => {
  if (process.platform === 'win32')
    throw new Failure('start:distributed runs on Linux and macOS: on Windows, start it in WSL.');
  const settings = withDefaults(process.env);
  checkSettings(settings);
  const fetchKafka = !settings.TIMBRA_KAFKA && checkJava();
  // A gateway of a run that was killed may have the port a moment longer: run.mjs ends it first.
  if (!existsSync(join(settings.TIMBRA_DATA, 'processes.json'))) await checkPort(settings);
  await ensureInstalled();
  return { settings, fetchKafka };
};

/** What comes before the start (scripts/prestart.mjs). */
export const prepare = () => orFailure(makeReady);

/** `npm run start:distributed`: Kafka, PostgreSQL and a process for each service, on this machine. */
export const start = () =>
  orFailure(async () => {
    const ready = await makeReady();
    await ensureBuilt();
    endWithNpm();
    const { run } = await import('./run.mjs');
    await run(ready);
  });
