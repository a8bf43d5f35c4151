import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

/**
 * Which part of the specs (jest.config.js): `npm test` is quick, `npm run test:slow` runs the rest. Where arguments choose
 * (npm test -- libs/kernel), they choose from all.
 */
const partOf = (given) => {
  const named = { '--all': '', '--slow': 'slow' }[given[0]];
  const args = named === undefined ? given : given.slice(1);
  return { part: args.length > 0 ? '' : (named ?? 'quick'), args };
};

/** Runs Jest, and gives its exit code. */
const jest = (resultFile, { part, args }) =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        // Modules are loaded again for each file, so most objects are soon garbage.
        '--max-semi-space-size=64',
        join(root, 'node_modules/jest/bin/jest.js'),
        `--maxWorkers=${process.env.TIMBRA_TEST_WORKERS ?? 2}`,
        '--json',
        `--outputFile=${resultFile}`,
        ...args,
      ],
      // --json also prints the result to standard output, where nobody wants to read it.
      {
        cwd: root,
        stdio: ['inherit', 'ignore', 'inherit'],
        env: { ...process.env, TIMBRA_TEST_PART: part },
      },
    );
    // Ctrl-C reaches Jest by itself, which then stops its database; wait for it.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

const closingLine = (result, seconds) => {
  const skipped = result.numPendingTests + result.numTodoTests;
  const suites = `${result.numTotalTestSuites} suites (${result.numFailedTestSuites} failed)`;
  const tests = `${result.numPassedTests} tests passed, ${result.numFailedTests} failed, ${skipped} skipped`;
  return `${result.success ? 'PASS' : 'FAIL'}: ${suites}, ${tests}, in ${seconds} s`;
};

/** The same in the form that machines count by, alone on its line. */
const countLine = (result) =>
  `${result.numPassedTests} passed, ${result.numFailedTests} failed, ${result.numPendingTests + result.numTodoTests} skipped`;

await orFailure(async () => {
  await ensureInstalled();
  // The specs on Kafka compile the services for themselves.
  if (!process.env.TIMBRA_TEST_KAFKA) await ensureBuilt();
  const started = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-test-result-'));
  try {
    const resultFile = join(folder, 'result.json');
    process.exitCode = await jest(resultFile, partOf(process.argv.slice(2)));
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const result = await readFile(resultFile, 'utf8').then(JSON.parse, () => undefined);
    if (result === undefined) return console.log('FAIL: Jest ended without a result');
    console.log(closingLine(result, seconds));
    console.log(countLine(result));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
