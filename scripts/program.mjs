// Runs one of the operator's programs, such as dist/apps/standalone/src/users-main: npm run -s users -- list.
// What it prints is its own: builds, where the sources have changed, are told on standard error.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { settingsBeside } from './lib/distributed/operators.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { checkSettings } from './lib/settings.mjs';

/** What the arguments add to the settings: `store:move -- events` needs EventStoreDB, whichever store is in use. */
const settingsOf = ([program, what]) =>
  program.endsWith('store-move-main') && what === 'events'
    ? { ...process.env, TIMBRA_EVENT_STORE: 'eventstoredb' }
    : process.env;

await orFailure(async () => {
  checkSettings(settingsOf(process.argv.slice(2)));
  await ensureInstalled(process.stderr);
  await ensureBuilt(process.stderr);
  const [program] = process.argv.splice(2, 1);
  const { holderOf } = await import('#hosting/postgres/lock');
  const isHeld = async (file) => (await holderOf(file)) !== undefined;
  Object.assign(process.env, await settingsBeside(program, process.env, isHeld));
  await import(pathToFileURL(join(root, 'dist', `${program}.js`)).href);
});
