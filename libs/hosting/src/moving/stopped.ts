import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { monotonicMs } from '#kernel';
import { StartupError } from '../postgres/startup-error.js';
import { APPLICATION } from './client.js';

/** One move at a time: of a database, and to one. Session lock. */
const LOCK_KEY = 7446160004;
/** A service that was just stopped is gone from the server's list a moment later. */
const LEAVING_MS = 3_000;

const LOCK_NOT_AVAILABLE = '55P03';

interface Session {
  readonly name: string;
  readonly address: string | null;
  readonly pid: number;
}

/** @throws {StartupError} another move has this database */
export async function takeTurn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    LOCK_KEY,
  ]);
  if (rows[0]?.taken !== true)
    throw new StartupError('Another npm run store:move has this database: wait for its end.');
}

/** Whose processes, by default everybody's, and how long to wait for their end. */
export interface Running {
  readonly of?: string;
  readonly patienceMs?: number;
}

/**
 * Makes sure that no process of ours, or of one service, works on the database.
 * @throws {StartupError} with the sessions that are there
 */
export async function refuseWhileRunning(
  client: pg.Client,
  { of, patienceMs = LEAVING_MS }: Running = {},
): Promise<void> {
  const deadline = monotonicMs() + patienceMs;
  for (;;) {
    const sessions = (await sessionsOf(client)).filter(
      ({ name }) => of === undefined || name === `timbra-${of}`,
    );
    if (sessions.length === 0) return;
    if (monotonicMs() > deadline)
      throw new StartupError(
        `Timbra works on this database: stop every process${of === undefined ? '' : ` of ${of}`} first. Connected are ${sessions.map(describe).join(', ')}.`,
      );
    await sleep(100);
  }
}

/**
 * Locks tables until the end of the transaction, against a process that nobody has seen.
 * @throws {StartupError} somebody writes them
 */
export async function lockTables(
  client: pg.Client,
  tables: readonly string[],
  mode: 'SHARE' | 'SHARE ROW EXCLUSIVE',
): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '10s'`);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`).catch((error: unknown) => {
    throw (error as { code?: string }).code === LOCK_NOT_AVAILABLE
      ? new StartupError(
          'Somebody else writes to the database of the installation: stop everything that uses it.',
        )
      : error;
  });
}

async function sessionsOf(client: pg.Client): Promise<Session[]> {
  const { rows } = await client.query<Session>(
    `SELECT application_name AS name, host(client_addr) AS address, pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND application_name LIKE 'timbra%' AND application_name <> $1
     ORDER BY 1, 2`,
    [APPLICATION],
  );
  return rows;
}

const describe = ({ name, address, pid }: Session): string =>
  `${name} (${address ?? 'this machine'}, process ${pid} of the database server)`;
