import type pg from 'pg';
import { organizationsReadModel } from '#contracts';
import { Rounds } from '#kernel';
import { isUnavailable } from '#hosting';
import type { AuditEntry } from './entry.js';

/** The columns of gateway.audit_log, with their types, and what an entry has there. */
const COLUMNS: Readonly<Record<string, readonly [type: string, value: (entry: AuditEntry) => unknown]>> = {
  organization_id: ['text', (entry) => entry.organization_id],
  created_at: ['timestamptz', (entry) => entry.created_at],
  id: ['text', (entry) => entry.id],
  actor_type: ['text', ({ actor }) => actor.type],
  actor_id: ['text', ({ actor }) => actor.id],
  first_12: ['text', ({ actor }) => actor.first_12],
  ip: ['text', ({ actor }) => actor.ip],
  user_agent: ['text', ({ actor }) => actor.user_agent],
  operation: ['text', (entry) => entry.operation],
  resource_type: ['text', ({ resource }) => resource.type],
  resource_id: ['text', ({ resource }) => resource.id],
  outcome: ['text', (entry) => entry.outcome],
  log_id: ['text', (entry) => entry.log_id],
  times: ['integer', (entry) => entry.times],
};

/** The columns that are written: all that the table has. */
export const AUDIT_COLUMNS: readonly string[] = Object.keys(COLUMNS);
const names = AUDIT_COLUMNS.join(', ');
const arrays = Object.values(COLUMNS).map(([type], index) => `$${index + 1}::${type}[]`);
/** An entry that is there already was written by a try whose answer was lost. */
const INSERT = `INSERT INTO gateway.audit_log (${names}) SELECT * FROM unnest(${arrays.join(', ')})`;

const places = AUDIT_COLUMNS.map((_, index) => `$${index + 1}`);
const INSERT_ONE = `INSERT INTO gateway.audit_log (${names}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`;

const valuesOf = (entry: AuditEntry): unknown[] => Object.values(COLUMNS).map(([, value]) => value(entry));
const columnsOf = (entries: readonly AuditEntry[]): unknown[][] =>
  Object.values(COLUMNS).map(([, value]) => entries.map(value));

type Database = Pick<pg.Pool, 'query'>;

/** Rows of one statement. */
const MOST = 500;

/**
 * Writes entries that come one by one, many in a statement: each is durable once its promise is fulfilled. One that is unfit fails
 * alone, and a connection that was lost is no reason to fail what another one can do.
 */
export const entryRounds = <Entry>(
  write: (entries: readonly Entry[]) => Promise<void>,
  gatherMs: () => number = () => 0,
): Rounds<Entry, void> =>
  new Rounds<Entry, void>(
    async (entries) => {
      try {
        await write(entries);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await write(entries);
      }
      return entries.map(() => undefined);
    },
    { most: MOST, gatherMs },
  );

/** Writes entries, in one statement. One alone, as of a caller who waits for each answer, goes without arrays: that is cheaper. */
export async function writeEntries(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  const [first, ...others] = entries;
  if (first && others.length === 0)
    await db.query({ name: 'audit-log-write-one', text: INSERT_ONE, values: valuesOf(first) });
  else
    await db.query({
      name: 'audit-log-write',
      text: `${INSERT} ON CONFLICT DO NOTHING`,
      values: columnsOf(entries),
    });
}

/** The same for organizations that perhaps there are not: those have no log. */
export async function writeEntriesWhereKnown(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  await db.query({
    name: 'audit-log-write-where-known',
    text: `${INSERT} AS entries (${names})
           WHERE EXISTS (SELECT FROM ${organizationsReadModel.table} AS o WHERE o.id = entries.organization_id)
           ON CONFLICT DO NOTHING`,
    values: columnsOf(entries),
  });
}
