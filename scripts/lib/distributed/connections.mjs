import { Failure } from '../failure.mjs';

/** What a process opens beside its pool: four for appends, one that probes the database, one that listens (runtime.ts). */
const BESIDE_THE_POOL = 6;
/** The least that TIMBRA_DATABASE_POOL may be (config.ts). */
const LEAST_POOL = 4;
/** For the operator's programs, psql and what tidies up. */
const OTHERS = 20;

/** How many connections a number of processes need of PostgreSQL, each with a pool of so many. */
export const reckonConnections = (processes, pool) => processes * (pool + BESIDE_THE_POOL) + OTHERS;

/**
 * Refuses a PostgreSQL that has too few connections for all processes, before the first of them waits for one.
 * @param needs `{ processes, pool }`
 * @param limits `{ most, reserved }`: what the server takes, and keeps for superusers
 * @throws {Failure} one sentence
 */
export const checkConnections = ({ processes, pool }, { most, reserved }) => {
  const needed = reckonConnections(processes, pool);
  const free = most - reserved;
  if (needed <= free) return;
  const fitting = Math.floor((free - OTHERS) / processes) - BESIDE_THE_POOL;
  const lower = fitting >= LEAST_POOL ? `, or set TIMBRA_DATABASE_POOL to ${fitting}` : '';
  throw new Failure(
    `The PostgreSQL of DATABASE_URL takes ${free} connections (max_connections ${most}, of which ${reserved} are reserved), and ${processes} processes with pools of ${pool} need ${needed}: raise max_connections to ${needed + reserved}${lower}.`,
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
