// npm run test:eventstoredb: specs with the events in EventStoreDB, on the double, or on the server of EVENTSTOREDB_URL: the
// contract suite, rebuilds, the failure matrix's checker and all stories; or what the arguments say. Those that are of the
// double alone stay on it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/install.mjs';

const ALL = ['libs/event-store', 'libs/hosting/src/runtime/event-store', 'test/failures/checker', 'test/e2e'];

const asked = process.argv.slice(2);
spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...(asked.length > 0 ? asked : ALL)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TIMBRA_TEST_EVENT_STORE: 'eventstoredb' },
}).once('exit', (code) => (process.exitCode = code ?? 1));
