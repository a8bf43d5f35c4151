/** The data folder where none is set: not that of `npm start`, whose database is another one. */
export const DATA_FOLDER = '.data-distributed';
/** Connections of each process, as in docker-compose.yml. */
const POOL = '8';
/** Of one replica of each service no more are of use; more cost each process a little. */
const PARTITIONS = '3';

/** Names the database of one service. */
export const OWN_DATABASE = /^DATABASE_URL_[A-Z]+$/;
const OF_DATABASES = /^DATABASE_URL(_[A-Z]+)?$|^TIMBRA_DATABASE_LOGINS$/;

/**
 * How domain events travel where nobody has said it: over topics where services have databases of their own. With a shared one that
 * somebody has set, it is what the services take by default.
 */
const domainEventsOf = (env) => {
  const hasOwn = Object.entries(env).some(([name, url]) => OWN_DATABASE.test(name) && url);
  return env.DATABASE_URL && !hasOwn ? {} : { TIMBRA_DOMAIN_EVENTS: 'topics' };
};

/** The settings of this start: those of the environment, with defaults for one machine. */
export const withDefaults = (env) => ({
  ...env,
  TIMBRA_DATA: env.TIMBRA_DATA || DATA_FOLDER,
  TIMBRA_DATABASE_POOL: env.TIMBRA_DATABASE_POOL || POOL,
  // No balancer has to notice that the gateway is going.
  TIMBRA_DRAIN_MS: env.TIMBRA_DRAIN_MS || '0',
  ...(!env.TIMBRA_DOMAIN_EVENTS && domainEventsOf(env)),
  ...(!env.TIMBRA_KAFKA && { TIMBRA_KAFKA_PARTITIONS: env.TIMBRA_KAFKA_PARTITIONS || PARTITIONS }),
});

/** Whether the embedded server has a database for each service: somebody who wants the feed has one that all share. */
export const makesDatabases = ({ DATABASE_URL, TIMBRA_DOMAIN_EVENTS }) =>
  !DATABASE_URL && TIMBRA_DOMAIN_EVENTS === 'topics';

/** Settings without the databases, which are secrets: each process gets its own ones only (addresses.mjs). */
export const withoutDatabases = (settings) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !OF_DATABASES.test(name)));

/**
 * What every process gets.
 * @param places `{ brokers, dataDir, port }`, of which `port` is the gateway's
 */
export const sharedEnvironment = (settings, { brokers, dataDir, port }) => ({
  ...withoutDatabases(settings),
  TIMBRA_KAFKA: brokers,
  TIMBRA_DATA: dataDir,
  TIMBRA_PORT: String(port),
  // Links name the gateway, whichever process writes them.
  TIMBRA_PUBLIC_URL: settings.TIMBRA_PUBLIC_URL || `http://localhost:${port}`,
  // glibc would give each thread a heap of its own.
  MALLOC_ARENA_MAX: settings.MALLOC_ARENA_MAX || '2',
});
