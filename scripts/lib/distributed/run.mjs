import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { banner } from '#apps/standalone/src/banner';
import { tellFailure } from '#apps/standalone/src/failure';
import { loadConfig } from '#hosting/config/config';
import { KEY_PURPOSES, loadKeys } from '#hosting/config/keys';
import { checkPort } from '#hosting/config/port';
import { warnOfUnknown } from '#hosting/config/variables';
import { parseLogins } from '#hosting/owners/logins';
import { freePort, startEmbeddedPostgres } from '#hosting/postgres/index';
import { lockDataFolder } from '#hosting/postgres/lock';
import { tighten } from '#hosting/postgres/modes';
import { processIdentity, signal, waitForEnd } from '#hosting/postgres/processes';
import { dataFolderError, errorCode } from '#hosting/postgres/startup-error';
import { openCatalogueFolder } from '#sat/large/directory';
import { Failure } from '../failure.mjs';
import { givenAddresses, madeAddresses } from './addresses.mjs';
import { reckonConnections } from './connections.mjs';
import { checkDatabases, makeOwnDatabases, openOwnDatabases, refuseIfLeft } from './databases.mjs';
import { leftoversOf } from './leftovers.mjs';
import { openLogs } from './logs.mjs';
import { noteForOperators } from './operators.mjs';
import { GATEWAY, SERVICES } from './services.mjs';
import { makesDatabases, sharedEnvironment, withoutDatabases } from './settings.mjs';
import { openStages, Stopped } from './stages.mjs';
import { kafkaFolder, openTopology, STAGES } from './topology.mjs';

const [POSTGRES] = STAGES;
/** More often than this it is no accident: a full disk, damaged files. */
const DATABASE_RESTARTS = { most: 5, withinMs: 10 * 60_000 };
/** npm passes a Ctrl-C on a moment after the terminal did: only a later one means impatience. */
const IMPATIENT_MS = 1_000;

const startedAt = performance.now();
const sinceStart = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
const say = (message) => console.log(`  ${sinceStart().padStart(5)} s  ${message}`);
const sayLate = (sentence) => console.error(`  ${sentence}`);

/** Makes the data folder, and makes this process the only one to use it. */
const holdFolder = async (dataDir) => {
  try {
    // Under root the embedded database's own user passes through.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    return await lockDataFolder(join(dataDir, 'distributed.lock'), dataDir, 3_000);
  } catch (error) {
    throw errorCode(error) === undefined ? error : dataFolderError(dataDir, error);
  }
};

/** Starts everything, prints what `npm start` prints, and stays until it is stopped; then the process ends. */
export const run = async ({ settings, fetchKafka }) => {
  const stages = openStages(STAGES, say);
  let release = async () => {};
  let leftovers;
  let stoppingSince;

  const leave = async (code) => {
    try {
      await stages.stop();
      leftovers?.clear();
      await release();
      if (code === 0) console.log('  Stopped.');
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    process.exit(code);
  };
  const shutDown = (code) => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    console.log('\n  Stopping: requests under way are finished.');
    void leave(code);
  };
  // A terminal that was closed takes no more lines.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => shutDown(0));
  process.on('SIGINT', () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > IMPATIENT_MS) {
      stages.kill();
      // PostgreSQL's watchdog ends it.
      process.exit(130);
    }
    shutDown(0);
  });

  let dataDir;
  try {
    // A Kafka of our own has its port later.
    const config = loadConfig({ ...settings, TIMBRA_KAFKA: settings.TIMBRA_KAFKA || 'localhost:9092' });
    ({ dataDir } = config);
    warnOfUnknown(process.env).forEach(sayLate);
    release = await holdFolder(dataDir);
    const earlier = leftoversOf(dataDir, { identityOf: processIdentity, signal, waitForEnd });
    const ended = await earlier.end();
    leftovers = earlier;
    if (ended.length > 0) say(`Ended what an earlier run had left: ${ended.join(', ')}`);
    const { port: operatorPort = 0, host: operatorHost } = config.operations;
    await checkPort(config);
    await checkPort({ host: operatorHost, port: operatorPort, setting: 'TIMBRA_OPERATOR_PORT' });
    const port = config.port || (await freePort());
    // Made before the processes, which share it, look for it.
    await loadKeys(config, { needs: KEY_PURPOSES, makeFile: true });

    const logFolder = join(dataDir, 'logs');
    const logs = openLogs(logFolder, (name, warning) => {
      if (!stages.isStopping) sayLate(`${name}: ${warning}`);
    });
    const topology = openTopology({ stages, logs, leftovers, say, sayLate });
    const needs = { processes: SERVICES.length, pool: config.databasePoolSize };
    /** The services that get a database here. */
    const own = makesDatabases(settings) ? SERVICES : [];
    const startDatabase = async () => {
      // Stopped at any moment, also while it starts.
      stages.check();
      const starting = startEmbeddedPostgres({
        dataDir,
        onProgress: say,
        restarts: DATABASE_RESTARTS,
        onRestart: sayLate,
        onCrash: (message) => {
          sayLate(message);
          shutDown(1);
        },
        maxConnections: Math.max(100, reckonConnections({ ...needs, beside: own.length })),
      });
      const stop = () =>
        starting.then(
          (database) => database.stop(),
          () => {},
        );
      stages.add(POSTGRES, { stop, kill: () => {} });
      const { url } = await starting;
      if (own.length === 0) await refuseIfLeft(url);
      await makeOwnDatabases(url, own);
      return madeAddresses({ url, own }, parseLogins(settings.TIMBRA_DATABASE_LOGINS));
    };
    const findDatabases = async () => {
      await tighten(dataDir, 'private');
      await checkDatabases(config, needs);
      if (config.ownDatabases.size === 0)
        say('All services share the database of DATABASE_URL: there it makes none for each of them');
      return givenAddresses(settings);
    };
    const isGiven = config.databaseUrl !== undefined;
    const databases = await (isGiven ? findDatabases() : startDatabase());
    const brokers =
      settings.TIMBRA_KAFKA ||
      (await topology.startKafka(kafkaFolder(dataDir), withoutDatabases(settings), fetchKafka));
    const env = sharedEnvironment(settings, { brokers, dataDir, port });
    say(`Making the topics, preparing the tables${own.length > 0 ? ' of each service' : ''}`);
    const migration = { ...env, ...databases.ofMigrate };
    await Promise.all([
      topology.run('topics', 'libs/hosting/src/runtime/kafka-topics', env),
      topology.run('migrate', 'apps/standalone/src/migrate-main', migration),
    ]);
    await openOwnDatabases(databases.ofMigrate.DATABASE_URL, own);
    noteForOperators(dataDir, { settings, brokers, databases });
    const envOf = (service) => ({ ...env, ...databases.ofService(service) });
    await topology.startServices(envOf);
    say('Making the demo organization');
    const demo = JSON.parse(await topology.run('demo', 'apps/standalone/src/demo-main', envOf(GATEWAY)));
    const { loaded } = openCatalogueFolder(config.cataloguesDir);
    const terminal = process.stdout.isTTY === true;
    console.log(banner(demo, sinceStart(), { config, catalogues: { loaded }, logs: logFolder, terminal }));
  } catch (error) {
    // Stopped while it started: nothing went wrong.
    if (error instanceof Stopped || stages.isStopping) return;
    stoppingSince ??= performance.now();
    sayLate(error instanceof Failure ? error.message : await tellFailure(error, dataDir));
    await leave(1);
  }
};
