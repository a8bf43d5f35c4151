// npm run docs:errors: writes docs/guides/errors.md of the table of errors. Its spec, which `npm test` runs, compares them.
import { spawnSync } from 'node:child_process';
import { root } from './lib/install.mjs';

const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'libs/http/src/errors-guide'];
const env = { ...process.env, UPDATE_DOCS: '1' };
process.exitCode = spawnSync(process.execPath, jest, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
