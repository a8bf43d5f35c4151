import { roleOf } from '#hosting/owners/roles';
import { ownDatabaseVariable } from '#hosting/owners/services';
import { createPool } from '#hosting/postgres/index';
import { errorCode } from '#hosting/postgres/startup-error';
import { Failure } from '../failure.mjs';
import { checkConnections, needsByServer, readLimits } from './connections.mjs';

const withPool = async (url, work) => {
  const pool = createPool(url, { max: 1, applicationName: 'timbra-start' });
  try {
    return await work(async (sql, values) => (await pool.query(sql, values)).rows);
  } finally {
    await pool.end();
  }
};

/** Asks the server of a URL whether it has room for all processes. `variable`: the setting that names it. */
const checkServer = async ({ url, needs }, variable) => {
  try {
    checkConnections(needs, await withPool(url, readLimits), variable);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = error.message || errorCode(error) || String(error);
    throw new Failure(`The database of ${variable} can't be used: ${reason}.`);
  }
};

/**
 * Asks all servers that somebody has set whether they have room for all processes.
 * @throws {Failure} one sentence
 */
export const checkDatabases = async ({ databaseUrl, ownDatabases }, needs) => {
  const named = new Map([...ownDatabases].map(([service, url]) => [url, ownDatabaseVariable(service)]));
  const servers = needsByServer({ databaseUrl, ownUrls: [...named.keys()] }, needs);
  for (const server of servers) await checkServer(server, named.get(server.url) ?? 'DATABASE_URL');
};

/**
 * Makes an empty database for each service on the embedded server, where it has none, that only its owner may enter. Each step may have
 * been the last one of a start that was killed: all are done again.
 * @param url of the shared database, whose user may make databases
 */
export const makeOwnDatabases = (url, services) =>
  withPool(url, async (query) => {
    const found = await query('SELECT datname FROM pg_database WHERE datname = ANY($1)', [services]);
    const there = new Set(found.map(({ datname }) => datname));
    for (const service of services) {
      if (!there.has(service)) await query(`CREATE DATABASE ${service}`);
      await query(`REVOKE CONNECT ON DATABASE ${service} FROM PUBLIC`);
    }
  });

/** Lets each service into its own database, once it has a role. */
export const openOwnDatabases = (url, services) =>
  withPool(url, async (query) => {
    for (const service of services) await query(`GRANT CONNECT ON DATABASE ${service} TO ${roleOf(service)}`);
  });

/**
 * For a start over the feed on the embedded database.
 * @throws {Failure} services have left it in an earlier start
 */
export const refuseIfLeft = (url) =>
  withPool(url, async (query) => {
    const [{ at }] = await query(`SELECT to_regclass('platform.own_databases') AS at`);
    const left = at === null ? [] : await query('SELECT service FROM platform.own_databases');
    if (left.length > 0)
      throw new Failure(
        'The services of this data folder have databases of their own, and so need TIMBRA_DOMAIN_EVENTS=topics: leave it unset.',
      );
  });
