// What a container runs: `run.mjs <service or step> [arguments]`. The names here are those that compose files and
// manifests use, so that programs may move within the build without breaking a deployment.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = join(dirname(fileURLToPath(import.meta.url)), '../../dist');

/** What a deployment runs beside services: the browser that prints, and steps. */
const OTHERS = {
  browser: 'libs/pdf/src/browser-main.js',
  migrate: 'apps/standalone/src/migrate-main.js',
  topics: 'libs/hosting/src/runtime/kafka-topics.js',
  demo: 'apps/standalone/src/demo-main.js',
  rebuild: 'apps/standalone/src/rebuild.js',
  users: 'apps/standalone/src/users-main.js',
  keys: 'apps/standalone/src/keys-main.js',
  missing: 'apps/standalone/src/missing-main.js',
  doubts: 'apps/standalone/src/doubts-main.js',
  'store-move': 'apps/standalone/src/store-move-main.js',
  'rotate-master-key': 'libs/hosting/src/runtime/rotate-master-key.js',
  'dead-letters': 'libs/hosting/src/runtime/dead-letters.js',
};

/** Every app is a service under its own name. The browser's image has none. */
const services = existsSync(join(built, 'apps'))
  ? readdirSync(join(built, 'apps')).filter((name) => existsSync(join(built, 'apps', name, 'src/main.js')))
  : [];

const [name = ''] = process.argv.splice(2, 1);
const program = services.includes(name) ? `apps/${name}/src/main.js` : OTHERS[name];
if (program === undefined) {
  console.error(
    `Say what to run: a service (${services.join(', ')}) or one of ${Object.keys(OTHERS).join(', ')}.`,
  );
  process.exit(2);
}
await import(pathToFileURL(join(built, program)).href);
