import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { banner } from '#apps/standalone/src/banner';
import { tellFailure } from '#apps/standalone/src/failure';
import { loadConfig } from '#hosting/config/config';
import { KEY_PURPOSES, loadKeys } from '#hosting/config/keys';
import { checkPort } from '#hosting/config/port';
import { warnOfUnknown } from '#hosting/config/variables';
import { ownDatabaseVariable } from '#hosting/owners/services';
import { createPool, freePort, startEmbeddedPostgres } from '#hosting/postgres/index';
import { lockDataFolder } from '#hosting/postgres/lock';
import { tighten } from '#hosting/postgres/modes';
import { processIdentity, signal, waitForEnd } from '#hosting/postgres/processes';
import { dataFolderError, errorCode } from '#hosting/postgres/startup-error';
import { openCatalogueFolder } from '#sat/large/directory';
import { Failure } from '../failure.mjs';
import { checkConnections, needsByServer, readLimits, reckonConnections } from './connections.mjs';
import { leftoversOf } from './leftovers.mjs';
import { openLogs } from './logs.mjs';
import { SERVICES } from './services.mjs';
import { sharedEnvironment } from './settings.mjs';
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

/** Asks the server of a URL whether it has room for all processes. `variable`: the setting that names it. */
const checkServer = async ({ url, needs }, variable) => {
  const pool = createPool(url, { max: 1, applicationName: 'timbra-start' });
  try {
    const limits = await readLimits(async (sql) => (await pool.query(sql)).rows);
    checkConnections(needs, limits, variable);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = error.message || errorCode(error) || String(error);
    throw new Failure(`The database of ${variable} can't be used: ${reason}.`);
  } finally {
    await pool.end();
  }
};

/** That of DATABASE_URL, after all servers were asked. */
const checkDatabases = async ({ databaseUrl, ownDatabases }, needs) => {
  const named = new Map([...ownDatabases].map(([service, url]) => [url, ownDatabaseVariable(service)]));
  const servers = needsByServer({ databaseUrl, ownUrls: [...named.keys()] }, needs);
  for (const server of servers) await checkServer(server, named.get(server.url) ?? 'DATABASE_URL');
  return databaseUrl;
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
    const config = loadConfig(settings);
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
    const startDatabase = async () => {
      if (config.databaseUrl !== undefined) {
        await tighten(dataDir, 'private');
        return checkDatabases(config, needs);
      }
      stages.check();
      // Stopped at any moment, also while it starts.
      const starting = startEmbeddedPostgres({
        dataDir,
        onProgress: say,
        restarts: DATABASE_RESTARTS,
        onRestart: sayLate,
        onCrash: (message) => {
          sayLate(message);
          shutDown(1);
        },
        maxConnections: Math.max(100, reckonConnections(needs)),
      });
      const stop = () =>
        starting.then(
          (database) => database.stop(),
          () => {},
        );
      stages.add(POSTGRES, { stop, kill: () => {} });
      return (await starting).url;
    };
    const databaseUrl = await startDatabase();
    const brokers =
      settings.TIMBRA_KAFKA || (await topology.startKafka(kafkaFolder(dataDir), settings, fetchKafka));
    const env = sharedEnvironment(settings, { databaseUrl, brokers, dataDir, port });
    say('Making the topics, preparing the tables');
    await Promise.all([
      topology.run('topics', 'libs/hosting/src/runtime/kafka-topics', env),
      topology.run('migrate', 'apps/standalone/src/migrate-main', env),
    ]);
    await topology.startServices(env);
    say('Making the demo organization');
    const demo = JSON.parse(await topology.run('demo', 'apps/standalone/src/demo-main', env));
    const { loaded } = openCatalogueFolder(config.cataloguesDir);
    const terminal = process.stdout.isTTY === true;
    console.log(banner(demo, sinceStart(), { config, catalogues: { loaded }, logs: logFolder, terminal }));
  } catch (error) {
    // Stopped while it started: nothing went wrong.
    if (error instanceof Stopped) return;
    stoppingSince ??= performance.now();
    sayLate(error instanceof Failure ? error.message : await tellFailure(error, dataDir));
    await leave(1);
  }
};
