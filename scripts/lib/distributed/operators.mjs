import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';

const fileOf = (dataDir) => join(dataDir, 'operators.json');

/**
 * Notes in the data folder what a program of the operator's needs to work beside the services: where Kafka and the databases of this
 * start are. Of what somebody has set it notes nothing. Like the password of the embedded database, which it has, only our user can
 * read it.
 */
export const noteForOperators = (dataDir, { settings, brokers, databases }) => {
  const noted = {
    ...databases.ofOperators,
    ...(!settings.TIMBRA_KAFKA && { TIMBRA_KAFKA: brokers }),
    ...(settings.TIMBRA_DOMAIN_EVENTS && { TIMBRA_DOMAIN_EVENTS: settings.TIMBRA_DOMAIN_EVENTS }),
    ...(settings.TIMBRA_KAFKA_PARTITIONS && { TIMBRA_KAFKA_PARTITIONS: settings.TIMBRA_KAFKA_PARTITIONS }),
  };
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(noted), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** The programs that work beside services that run, where these are processes of their own. */
const BESIDE = /(users|keys|doubts|missing)-main$|pac-check\/main$|\/rebuild$|\/dead-letters$/;
const OWN = /^DATABASE_URL_/;

const read = (dataDir) => {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
  } catch {
    // Not started in this way, or not to its end.
    return {};
  }
};

/**
 * The settings that a program of the operator's gets of an installation that `start:distributed` runs on its data folder. What
 * is set in its environment stays.
 * @param isHeld says whether a process holds a lock file (libs/hosting/src/postgres/lock.ts)
 * @throws {Failure} it does not run, and only its own processes have the databases of services
 */
export const settingsBeside = async (program, env, isHeld) => {
  const dataDir = env.TIMBRA_DATA || '.data';
  const noted = BESIDE.test(program) && !env.DATABASE_URL ? read(dataDir) : {};
  const names = Object.keys(noted);
  if (names.length > 0 && !(await isHeld(join(dataDir, 'distributed.lock')))) {
    if (!names.some((name) => OWN.test(name))) return {};
    throw new Failure(
      `The services of ${dataDir} are processes of their own, and don't run: start them first (npm run start:distributed).`,
    );
  }
  return Object.fromEntries(Object.entries(noted).filter(([name]) => !env[name]));
};
