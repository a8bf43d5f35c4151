import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

/** A unit spec needs no database: one that asks for it fails here. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';

/** Jest on some specs of a copy; gives its result, as it writes it. */
const run = async (copy, specs, log) => {
  const resultFile = join(copy, '.seams.json');
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // No --bail: it may end the process before the result is written.
  const jest = [join(copy, 'node_modules/jest/bin/jest.js'), '--runInBand', '--json', '--silent'];
  const child = spawn(
    process.execPath,
    [...args, ...jest, `--outputFile=${resultFile}`, '--runTestsByPath', ...specs],
    {
      cwd: copy,
      env: {
        ...process.env,
        TIMBRA_TEST_DATABASE_URL: NO_DATABASE,
        SAT_MATERIAL: join(copy, 'none'),
      },
      stdio: ['ignore', 'ignore', log],
    },
  );
  await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const result = await readFile(resultFile, 'utf8').then(JSON.parse, () => {
    throw new Error(`Jest ended without a result: ${specs.join(' ')}`);
  });
  await rm(resultFile);
  return result;
};

/**
 * The first test that fails of some unit specs, as `spec: test`; undefined where all pass. They must be there, and run.
 * @param log where Jest's own words go: `inherit` or `ignore`
 */
export const failingSpec = async (copy, specs, log = 'ignore') => {
  const result = await run(copy, specs, log);
  if (result.numTotalTests === 0 && result.numRuntimeErrorTestSuites === 0)
    throw new Error(`no test in ${specs.join(', ')}`);
  for (const { name, assertionResults, status, message } of result.testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    const spec = name.slice(copy.length + 1);
    if (failed) return `${spec}: ${failed.fullName}`;
    if (status === 'failed') return `${spec}: ${message.split('\n').find((line) => line.trim()) ?? ''}`;
  }
  return undefined;
};
