import { Failure } from '../failure.mjs';

/** What a process opens beside its pool: four for appends, one that probes the database, one that listens (runtime.ts). */
const BESIDE_THE_POOL = 6;
/** The least that TIMBRA_DATABASE_POOL may be (config.ts). */
const LEAST_POOL = 4;
/** For the operator's programs, psql and what tidies up. */
const OTHERS = 20;

/** The same for a service's own database: one that probes it, one that listens. */
const BESIDE_OWN = 2;

/**
 * How many connections a server of PostgreSQL has to take.
 * @param needs `{ processes, pool, beside, own }`: processes with pools of so many whose shared database is on the server, of which
 *   `beside` have their own database there too; and `own` databases of services whose shared database is elsewhere
 */
export const reckonConnections = ({ processes = 0, pool, beside = 0, own = 0 }) =>
  processes * (pool + BESIDE_THE_POOL) + beside * BESIDE_OWN + own * (pool + BESIDE_OWN) + OTHERS;

/** The server that a URL names. */
const serverOf = (url) => {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}`;
};

/**
 * What each server needs: one URL for each, that of DATABASE_URL first.
 * @param databases `{ databaseUrl, ownUrls }`
 */
export const needsByServer = ({ databaseUrl, ownUrls }, { processes, pool }) => {
  const onServer = (url) => ownUrls.filter((own) => serverOf(own) === serverOf(url));
  const shared = { url: databaseUrl, needs: { processes, pool, beside: onServer(databaseUrl).length } };
  const others = ownUrls.filter((url) => serverOf(url) !== serverOf(databaseUrl) && onServer(url)[0] === url);
  return [shared, ...others.map((url) => ({ url, needs: { pool, own: onServer(url).length } }))];
};

/**
 * Refuses a PostgreSQL that has too few connections for all processes, before the first of them waits for one.
 * @param needs as `reckonConnections` takes them
 * @param limits `{ most, reserved }`: what the server takes, and keeps for superusers
 * @param variable names the server
 * @throws {Failure} one sentence
 */
export const checkConnections = (needs, { most, reserved }, variable = 'DATABASE_URL') => {
  const needed = reckonConnections(needs);
  const free = most - reserved;
  if (needed <= free) return;
  const { processes = 0, own = 0, pool } = needs;
  const pools = processes + own;
  const fitting = pool - Math.ceil((needed - free) / pools);
  const lower = fitting >= LEAST_POOL ? `, or set TIMBRA_DATABASE_POOL to ${fitting}` : '';
  throw new Failure(
    `The PostgreSQL of ${variable} takes ${free} connections (max_connections ${most}, of which ${reserved} are reserved), and ${pools} processes with pools of ${pool} need ${needed}: raise max_connections to ${needed + reserved}${lower}.`,
  );
};

/** Asks a server for its limits. `query(sql)` gives rows. */
export const readLimits = async (query) => {
  const [row] = await query(
    `SELECT current_setting('max_connections')::int AS most,
            current_setting('superuser_reserved_connections')::int
              + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved`,
  );
  return row;
};
