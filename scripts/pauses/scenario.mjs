import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SCENARIOS = 'test/pauses/scenarios.kafka.spec.ts';
const HISTORY = 'test/pauses/history.kafka.spec.ts';
/** The test in which the checker looks. */
const VERDICT = 'has done no harm';

/**
 * Runs tests of a copy of the code.
 * @returns why they failed, undefined where they passed
 */
const play = async (copy, broker, { spec, pattern, tests: expected, env = {} }) => {
  const resultFile = join(copy, '.pauses.json');
  const jest = [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    join(copy, 'node_modules/jest/bin/jest.js'),
    ...['--runInBand', '--json', '--silent', `--outputFile=${resultFile}`],
    ...['--testNamePattern', pattern, '--runTestsByPath', spec],
  ];
  const child = spawn(process.execPath, jest, {
    cwd: copy,
    env: { ...process.env, TIMBRA_TEST_KAFKA: broker, ...env },
    stdio: 'ignore',
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const result = await readFile(resultFile, 'utf8').then(JSON.parse, () => {
    throw new Error(`Jest ended without a result: ${pattern}`);
  });
  await rm(resultFile);
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  const played = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  if (played.length !== expected) {
    const [{ message = '' } = {}] = result.testResults;
    throw new Error(`${played.length} tests of ${spec} are ${pattern}: ${message}`);
  }
  const failed = played.filter(({ status }) => status === 'failed');
  return failed.length === 0
    ? undefined
    : failed.flatMap(({ failureMessages }) => failureMessages).join('\n');
};

/** @param scenario how its test's name begins */
export const playScenario = (copy, broker, scenario) =>
  play(copy, broker, { spec: SCENARIOS, pattern: `${scenario}|${VERDICT}`, tests: 2 });

/** The random history, as a seed has it. */
export const playHistory = (copy, broker, seed) =>
  play(copy, broker, { spec: HISTORY, pattern: '.', tests: 1, env: { TIMBRA_FAILURES_SEED: String(seed) } });
