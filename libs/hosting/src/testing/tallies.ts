import type pg from 'pg';
import { newId, type DomainEvent } from '#kernel';
import { NO_STREAM, type EventStore } from '#event-store';
import type { ProjectionOf } from '#eventing';
import { event, metadata } from './bench.js';

export interface Tally {
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly total: string;
  readonly big: string;
  readonly day: string | null;
  readonly changed_at: string;
  readonly notes: readonly string[];
}

/** A read model for specs: a column of each type that real ones have, and rows that come and go. */
export const tallies = (
  over: Partial<ProjectionOf<Tally, DomainEvent>> = {},
): ProjectionOf<Tally, DomainEvent> => ({
  name: 'tallies',
  table: 'public.tallies',
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    total: 'numeric(18,2)',
    big: 'bigint',
    day: 'date',
    changed_at: 'timestamptz',
    notes: 'json',
  },
  streamPrefix: 'tally-',
  evolve: (row, { data, metadata: { organizationId }, ...recorded }) => {
    if (recorded.type === 'Removed') return undefined;
    const { amount = 0, note } = data as { amount?: number; note?: string };
    return {
      id: recorded.streamId.slice('tally-'.length),
      revision: recorded.revision,
      organization_id: organizationId,
      total: (Number(row?.total ?? '0') + amount).toFixed(2),
      big: String(BigInt(row?.big ?? '9007199254740993') + 1n),
      day: row?.day ?? '2026-11-21',
      // What the row held before goes into what it holds next, so that a difference in its form shows.
      changed_at: recorded.recordedAt.toISOString(),
      notes: [
        ...(row?.notes ?? []),
        note ?? `${row?.changed_at.length ?? 0}/${row?.day ?? ''}/${row?.big ?? ''}`,
      ],
    };
  },
  ...over,
});

export const createTallies = (pool: pg.Pool, table = 'public.tallies'): Promise<unknown> =>
  pool.query(`
    CREATE TABLE ${table} (
      id text PRIMARY KEY, revision integer NOT NULL, organization_id text NOT NULL, total numeric(18,2) NOT NULL,
      big bigint NOT NULL, day date, changed_at timestamptz NOT NULL, notes json NOT NULL
    );
    ALTER TABLE ${table} ALTER COLUMN notes SET STATISTICS 7;
    CREATE INDEX ON ${table} (changed_at, id);
    CREATE INDEX ON ${table} ((notes->>0));
  `);

/** A stream of `additions` events more, the stream's id. */
export async function tally(store: EventStore, additions: number, id = newId()): Promise<string> {
  const stream = `tally-${id}`;
  const revision = (await store.read(stream)).length - 1;
  const events = Array.from({ length: additions }, (_, n) => event('Added', { amount: n + 0.25 }));
  const outcome = await store.append(stream, revision < 0 ? NO_STREAM : revision, events, metadata);
  if (outcome.kind === 'conflict') throw new Error('nobody else writes this stream');
  return id;
}

/** Digest of all rows of a table, byte for byte. */
export async function digest(pool: pg.Pool, table = 'public.tallies'): Promise<string> {
  const { rows } = await pool.query<{ digest: string }>(
    `SELECT count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY id)), '') AS digest FROM ${table} AS t`,
  );
  return rows[0]?.digest ?? '';
}
