/** The data folder where none is set: not that of `npm start`, whose database is another one. */
export const DATA_FOLDER = '.data-distributed';
/** Connections of each process, as in docker-compose.yml. */
const POOL = '8';
/** Of one replica of each service no more are of use; more cost each process a little. */
const PARTITIONS = '3';

/** The settings of this start: those of the environment, with defaults for one machine. */
export const withDefaults = (env) => ({
  ...env,
  TIMBRA_DATA: env.TIMBRA_DATA || DATA_FOLDER,
  TIMBRA_DATABASE_POOL: env.TIMBRA_DATABASE_POOL || POOL,
  // No balancer has to notice that the gateway is going.
  TIMBRA_DRAIN_MS: env.TIMBRA_DRAIN_MS || '0',
  ...(!env.TIMBRA_KAFKA && { TIMBRA_KAFKA_PARTITIONS: env.TIMBRA_KAFKA_PARTITIONS || PARTITIONS }),
});

/**
 * What every process gets. The one database is named here; a database for each service would be named by serviceProgram.
 * @param places `{ databaseUrl, brokers, dataDir, port, host }`, of which `port` is the gateway's
 */
export const sharedEnvironment = (settings, { databaseUrl, brokers, dataDir, port }) => ({
  ...settings,
  DATABASE_URL: databaseUrl,
  TIMBRA_KAFKA: brokers,
  TIMBRA_DATA: dataDir,
  TIMBRA_PORT: String(port),
  // Links name the gateway, whichever process writes them.
  TIMBRA_PUBLIC_URL: settings.TIMBRA_PUBLIC_URL || `http://localhost:${port}`,
  // glibc would give each thread a heap of its own.
  MALLOC_ARENA_MAX: settings.MALLOC_ARENA_MAX || '2',
});
