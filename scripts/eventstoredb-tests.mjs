// What EventStoreDB has to stand: npm run test:eventstoredb [-- paths or options of Jest]. On the double, or on the server of
// EVENTSTOREDB_URL where that is set: the contract suite, the failure matrix's checker, all end-to-end stories, rebuild, the crash
// test, and a store that refuses and hangs under load, for as long as a minute. Prints the slowest request and the time to
// the first invoice after. Specs that are of the double alone stay on it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('test.mjs', import.meta.url));
const given = process.argv.slice(2);
const env = { ...process.env, TIMBRA_TEST_EVENT_STORE: 'eventstoredb', TIMBRA_TEST_OUTAGES: 'long' };
const test = (paths, more = {}) =>
  spawnSync(process.execPath, [script, ...paths], { env: { ...env, ...more }, stdio: 'inherit' }).status ?? 1;

const runs =
  given.length > 0
    ? [() => test(given)]
    : [
        () =>
          test([
            'libs/event-store',
            'libs/eventing/src/feed',
            'libs/hosting/src/runtime/event-store',
            'test/eventstoredb',
            'test/failures/checker',
            'test/e2e',
          ]),
        () => test(['test/crash/crash.e2e'], { TIMBRA_TEST_CRASH: '1' }),
      ];
const codes = runs.map((run) => run());
process.exitCode = codes.find((code) => code !== 0) ?? 0;
