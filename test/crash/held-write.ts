import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { endOtherConnections } from '../support/database.js';
import { holdAppend } from './held-append.js';
import type { CrashingService } from './service.js';

const WAIT_MS = 30_000;
const FIRST_LOCK = 500;
const EVENTS = 'event_store.events';

/** A write that the database holds back, for as long as a test wants: its writer is killed just before it. */
export interface HeldWrite {
  /** Waits until somebody is at it. */
  reached(): Promise<void>;
  /** Lets it pass, and all that come after it. */
  pass(): Promise<void>;
  /** Ends it as if it had never come, with all other connections of the database; from then on it passes. */
  drop(): Promise<void>;
}

/**
 * @param when SQL of the row, as NEW
 * @param lock a number for each of a database's
 */
async function holdRow(client: pg.ClientBase, table: string, when: string, lock: number): Promise<HeldWrite> {
  const name = `held_${lock}`;
  await client.query('SELECT pg_advisory_lock($1::int, 0)', [lock]);
  await client.query(`
    CREATE FUNCTION public.${name}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${lock}, 0); RETURN NEW; END $$`);
  await client.query(`
    CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${when})
    EXECUTE FUNCTION public.${name}()`);
  return {
    reached: async () => {
      // Other suites' databases on the same server have locks of the same number.
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::int::oid AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      for (const deadline = Date.now() + WAIT_MS; ; await sleep(5)) {
        if ((await client.query(waiting, [lock])).rowCount !== 0) return;
        if (Date.now() > deadline) throw new Error(`nobody wrote into ${table} when ${when}`);
      }
    },
    pass: async () => {
      await client.query('SELECT pg_advisory_unlock($1::int, 0)', [lock]);
    },
    drop: async () => {
      await endOtherConnections(client);
      await client.query(`DROP TRIGGER ${name} ON ${table}`);
      await client.query(`DROP FUNCTION public.${name}`);
      await client.query('SELECT pg_advisory_unlock($1::int, 0)', [lock]);
    },
  };
}

/** Holds rows back on their way into a table, events of every store as rows of `event_store.events`. */
export type Hold = (table: string, when: string) => Promise<HeldWrite>;

interface Places {
  readonly databaseUrl: string;
  /** Where the events are, if not in the database. */
  readonly double: EventStoreDbDouble | undefined;
}

/** @param client a connection of its own to the database of the service, which must stay open */
export function holdOf(client: pg.ClientBase, { databaseUrl, double }: Places): Hold {
  let locks = FIRST_LOCK;
  return async (table, when) =>
    double && table === EVENTS
      ? holdAppend(double, databaseUrl, when)
      : holdRow(client, table, when, (locks += 1));
}

/** Does something, before one of whose writes the service is killed, and started again. Its answer may be lost. */
export async function killAt(
  service: CrashingService,
  held: HeldWrite,
  work: () => Promise<unknown>,
): Promise<void> {
  const asked = work().catch(() => undefined);
  await held.reached();
  await service.kill('service');
  await asked;
  await held.drop();
  await service.start();
}
