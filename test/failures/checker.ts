import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore } from '#event-store';
import { compareWithFold, rebuildProjection, type Projection } from '#eventing';
import { createPool, type EventStoreChoice } from '#hosting';
import { openEventStore } from '#hosting/runtime/event-store';
import { allServices } from '#apps/standalone/src/services';
import { readBooks, readUndone, type Books, type MailCopy } from './books.js';
import type { RetryingClient } from './client.js';
import { judge, type JudgeOptions } from './judge.js';
import { publicationComplaints } from './publications.js';
import type { Promised } from './load.js';

export interface CheckOptions extends JudgeOptions {
  readonly databaseUrl: string;
  /** Where the events are; default: in the same database. */
  readonly eventStore?: EventStoreChoice;
  /** Base64: documents and mails are sealed. */
  readonly masterKey: string;
  /** What has been asked for and promised by everybody who asked. */
  readonly promised: readonly Promised[];
  /** For looks at what is pending. */
  readonly client: RetryingClient;
  /** The mails that a mail server has received; by default the local mailbox is checked. */
  readonly copies?: () => readonly MailCopy[];
  /** Where public events are published; undefined: nowhere. */
  readonly published?: { readonly broker: string; readonly prefix: string };
  /** How long what is under way may take to end. */
  readonly settleMs?: number;
}

export interface Verdict {
  /** Sentences; none where all is well. */
  readonly complaints: readonly string[];
  readonly books: Books;
}

const projections: readonly Projection[] = allServices.flatMap(({ projections: own }) => own);

/**
 * The one checker of all failures: waits until nothing is under way any more, and then looks whether anything was
 * lost, doubled, left undone or changed (see `judge`), whether each read model is the fold of its events, and whether
 * it is the same, to the byte, when it is rebuilt from them.
 */
export async function check(options: CheckOptions): Promise<Verdict> {
  const { databaseUrl, masterKey, promised, copies, published, settleMs = 120_000 } = options;
  const { eventStore = { kind: 'postgres' } } = options;
  const pool = createPool(databaseUrl, {
    max: 4,
    applicationName: 'timbra-checker',
    onIdleError: () => undefined,
  });
  const { store } = await openEventStore(eventStore, { rows: pool, events: pool });
  try {
    const unsettled = await settle(pool, options.client, settleMs);
    const books = await quietBooks(() => readBooks(pool, store, masterKey, copies?.()));
    const complaints = [
      ...unsettled,
      ...judge(promised, books, options),
      ...(published ? await publicationComplaints(books.events, published) : []),
      ...(await projectionComplaints(pool, store)),
      ...(await rebuildComplaints(pool, store)),
    ];
    return { complaints, books };
  } finally {
    await store.close();
    await pool.end();
  }
}

/** The books at a moment at which nothing is due: a look that was planned long ago may come up at any time. */
async function quietBooks(read: () => Promise<Books>, withinMs = 60_000): Promise<Books> {
  for (const deadline = Date.now() + withinMs; ; await sleep(200)) {
    const books = await read();
    if (books.undone.length === 0 || Date.now() > deadline) return books;
  }
}

/** Refreshes every pending invoice and cancellation until none is left and nothing is due. */
async function settle(pool: pg.Pool, client: RetryingClient, withinMs: number): Promise<string[]> {
  for (const deadline = Date.now() + withinMs; ;) {
    const { rows: open } = await pool.query<{ id: string }>(
      `SELECT id FROM gateway.invoices WHERE NOT hidden
       AND (status = 'pending' OR (status = 'valid' AND cancellation_status <> 'none'))`,
    );
    const { rows: mails } = await pool.query<{ id: string }>(
      `SELECT id FROM gateway.mails WHERE status IN ('requested', 'delayed')`,
    );
    const undone = await readUndone(pool);
    if (open.length === 0 && undone.length === 0 && mails.length === 0) return [];
    if (Date.now() > deadline)
      return [
        ...open.map(({ id }) => `${id} does not settle`),
        ...mails.map(({ id }) => `the mail ${id} does not go out`),
      ];
    for (const { id } of open.slice(0, 50)) await client.send(`PUT /invoices/${id}/status`);
    await sleep(100);
  }
}

/** Read models whose rows are not the fold of their streams; they get a moment for the last events. */
export async function projectionComplaints(
  pool: pg.Pool,
  store: EventStore,
  withinMs = 60_000,
): Promise<string[]> {
  for (const deadline = Date.now() + withinMs; ;) {
    const complaints: string[] = [];
    for (const projection of projections) {
      const differing = await compareWithFold({ pool, store, projection });
      if (differing.length > 0)
        complaints.push(
          `${projection.name} is not the fold of its events: ${differing.slice(0, 5).join(', ')}`,
        );
    }
    if (complaints.length === 0 || Date.now() > deadline) return complaints;
    await sleep(200);
  }
}

/** Read models that differ once they are rebuilt; afterwards they are the rebuilt ones. */
export async function rebuildComplaints(pool: pg.Pool, store: EventStore): Promise<string[]> {
  const complaints: string[] = [];
  for (const projection of projections) {
    const before = await digest(pool, projection.table);
    await rebuildProjection({ pool, store, projection });
    const after = await digest(pool, projection.table);
    if (before !== after) complaints.push(`${projection.name} is ${before} and, rebuilt, ${after}`);
  }
  return complaints;
}

/** Of all rows of a table, byte for byte as PostgreSQL writes them. */
async function digest(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} AS t ORDER BY id`);
  const hash = createHash('sha256');
  for (const { row } of rows) hash.update(row).update('\n');
  return `${rows.length} rows, ${hash.digest('hex').slice(0, 16)}`;
}
