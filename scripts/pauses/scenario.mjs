import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SPEC = 'test/pauses/scenarios.kafka.spec.ts';
/** The test in which the checker looks. */
const VERDICT = 'has done no harm';

/**
 * Plays one scenario of a copy of the code.
 * @param scenario how its test's name begins
 * @returns why it failed, undefined where it passed
 */
export const playScenario = async (copy, broker, scenario) => {
  const resultFile = join(copy, '.pauses.json');
  const jest = [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    join(copy, 'node_modules/jest/bin/jest.js'),
    ...['--runInBand', '--json', '--silent', `--outputFile=${resultFile}`],
    ...['--testNamePattern', `${scenario}|${VERDICT}`, '--runTestsByPath', SPEC],
  ];
  const child = spawn(process.execPath, jest, {
    cwd: copy,
    env: { ...process.env, TIMBRA_TEST_KAFKA: broker },
    stdio: 'ignore',
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const result = await readFile(resultFile, 'utf8').then(JSON.parse, () => {
    throw new Error(`Jest ended without a result: ${scenario}`);
  });
  await rm(resultFile);
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  const played = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  if (played.length !== 2) {
    const [{ message = '' } = {}] = result.testResults;
    throw new Error(`${played.length} tests are ${scenario} or its verdict: ${message}`);
  }
  const failed = played.filter(({ status }) => status === 'failed');
  return failed.length === 0
    ? undefined
    : failed.flatMap(({ failureMessages }) => failureMessages).join('\n');
};
