// What EventStoreDB has to stand: npm run test:eventstoredb [-- --short | paths or options of Jest]. On the double, or on the
// server of EVENTSTOREDB_URL where that is set: the contract suite, the failure matrix's checker, all end-to-end stories,
// rebuild, kill -9 under load and at each write, dead letters (over a real Kafka, where one can run), a backup and a change of
// the master key, and a store that refuses, hangs and elects under load. Prints the slowest request and the time to the first
// invoice after. What needs the double, to hold an append back or to copy the log, stays on it. `--short`: the checker, and
// kill -9 under load.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { orFailure } from './lib/failure.mjs';
import { checkSettings } from './lib/settings.mjs';

const given = process.argv.slice(2);
const env = { ...process.env, TIMBRA_TEST_EVENT_STORE: 'eventstoredb', TIMBRA_TEST_OUTAGES: 'long' };
const run = (script, args, more = {}) => {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return (
    spawnSync(process.execPath, [path, ...args], { env: { ...env, ...more }, stdio: 'inherit' }).status ?? 1
  );
};
const test = (paths, more) => run('test.mjs', paths, more);
const crash = (...paths) => test(paths, { TIMBRA_TEST_CRASH: '1' });
const drill = () => run('drill.mjs', ['eventstoredb']);

const SHORT = [() => test(['test/failures/checker']), () => crash('test/crash/crash.e2e')];
const WHOLE = [
  () =>
    test([
      'libs/event-store',
      'libs/eventing/src/feed',
      'libs/hosting/src/runtime/event-store',
      'test/eventstoredb',
      'test/failures/checker',
      'test/e2e',
    ]),
  () => crash('test/crash'),
  drill,
  () => run('kafka-tests.mjs', ['test/failures/bus']),
];

const runsOf = () => {
  if (given.length === 0) return WHOLE;
  return given.includes('--short') ? SHORT : [() => test(given)];
};
await orFailure(async () => {
  // A wrong URL is told before anything is installed or built.
  const { EVENTSTOREDB_URL } = env;
  if (EVENTSTOREDB_URL) checkSettings({ TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL });
  const codes = runsOf().map((one) => one());
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
});
