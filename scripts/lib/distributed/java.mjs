import { spawnSync } from 'node:child_process';
import { Failure } from '../failure.mjs';
import { SCRIPT } from '../kafka.mjs';

const LEAST_JAVA = 17;

/** Runs a program to its end; its output, or undefined where it is missing or fails. */
const outputOf = (command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? `${stdout}${stderr}` : undefined;
};

/** The major version that `java -version` prints; "1.8.0" is 8. */
const majorOf = (text) => {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number(first === '1' ? second : first);
};

/**
 * Says in a sentence what a Kafka of our own needs and this machine lacks: Java, and Maven for its first start.
 * @returns whether its jars have still to be fetched
 * @throws {Failure}
 */
export const checkJava = (run = outputOf) => {
  const text = run('java', '-version');
  const orElse = 'or set TIMBRA_KAFKA to brokers of your own (host:port)';
  if (text === undefined || !(majorOf(text) >= LEAST_JAVA)) {
    const found = text === undefined ? 'which was not found' : `and this is Java ${majorOf(text)}`;
    throw new Failure(
      `Kafka needs Java ${LEAST_JAVA} or newer, ${found}: apt install openjdk-17-jre-headless maven (macOS: brew install openjdk@17 maven), ${orElse}.`,
    );
  }
  if (run(SCRIPT, 'installed') !== undefined) return false;
  if (run('mvn', '-v') === undefined)
    throw new Failure(
      `Maven fetches Kafka at the first start, and was not found: apt install maven (macOS: brew install maven), ${orElse}.`,
    );
  return true;
};
