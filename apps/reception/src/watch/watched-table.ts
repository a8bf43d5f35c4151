import type pg from 'pg';
import type { SystemNow, Tenant } from '#kernel';
import type { FiscalDocument, SatStanding } from '#contracts';
import { inTransaction } from '#eventing/transaction';
import type { Progress } from './schedule.js';

/** Looks at a document that is not there; after more than a day nobody makes it any more. */
export const MOST_ABSENT = 4;

/** A document to be watched. */
export interface NewWatch {
  readonly uuid: string;
  readonly invoice_id: string;
  readonly document: FiscalDocument;
  /** Whether the organization issued it itself. */
  readonly issuing: boolean;
  readonly known: SatStanding;
  /** Milliseconds to the first look, and its place among them. */
  readonly ms: number;
  readonly step: number;
  /** End of its window, ISO 8601. */
  readonly until_at: string;
}

/** A document that is watched, as a process has taken it. */
export interface Watched extends Progress {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly uuid: string;
  readonly invoice_id: string;
  readonly document: FiscalDocument;
  readonly issuing: boolean;
  readonly known: SatStanding;
  readonly until_at: Date;
}

/** How a look leaves a document. `next` null: it is watched no more. */
export interface Looked {
  readonly watched: Watched;
  readonly known: SatStanding;
  readonly next: ({ readonly ms: number } & Progress) | null;
}

/**
 * A row that nobody answered for is about to be given up, where its import never came through: who imports the document anew
 * takes it out of the hands of whoever looks at it.
 */
const BEGIN = `
  INSERT INTO reception.watched AS w (organization_id, livemode, uuid, invoice_id, document, issuing, known, step, next_at,
    until_at)
  SELECT $1, $2, uuid, invoice_id, document, issuing, known, step, $4::timestamptz + ms * interval '1 millisecond', until_at
  FROM json_to_recordset($3) AS n(uuid text, invoice_id text, document json, issuing boolean, known json, step int,
    ms bigint, until_at timestamptz)
  ORDER BY uuid ON CONFLICT (organization_id, livemode, uuid)
  DO UPDATE SET misses = 0, lease = NULL, leased_until = NULL, next_at = EXCLUDED.next_at WHERE w.misses >= $5`;

/** $5 null: of anybody; else of an organization's Test environment alone. */
const CLAIM = `
  WITH due AS (
    SELECT organization_id, livemode, uuid FROM reception.watched
    WHERE next_at <= $1 AND (leased_until IS NULL OR leased_until < now())
      AND ($5::text IS NULL OR (organization_id = $5 AND NOT livemode))
    ORDER BY next_at LIMIT $4 FOR UPDATE SKIP LOCKED
  )
  UPDATE reception.watched AS w SET lease = $2, leased_until = now() + $3 * interval '1 millisecond'
  FROM due AS d WHERE w.organization_id = d.organization_id AND w.livemode = d.livemode AND w.uuid = d.uuid
  RETURNING w.organization_id, w.livemode, w.uuid, w.invoice_id, w.document, w.issuing, w.known, w.step,
    w.misses, w.until_at`;

/** A row that another process has taken meanwhile is left alone. */
const STORE = `
  WITH looked AS (
    SELECT * FROM json_to_recordset($1) AS l(organization_id text, livemode boolean, uuid text, known json, over boolean,
      ms bigint, step int, misses int)
  ), gone AS (
    DELETE FROM reception.watched AS w USING looked AS l
    WHERE w.organization_id = l.organization_id AND w.livemode = l.livemode AND w.uuid = l.uuid AND w.lease = $2 AND l.over
  )
  UPDATE reception.watched AS w
  SET known = l.known, step = l.step, misses = l.misses, lease = NULL, leased_until = NULL,
      next_at = $3::timestamptz + l.ms * interval '1 millisecond'
  FROM looked AS l
  WHERE w.organization_id = l.organization_id AND w.livemode = l.livemode AND w.uuid = l.uuid AND w.lease = $2 AND NOT l.over`;

const NEXT = `
  SELECT min(greatest(next_at, coalesce(leased_until, next_at))) AS next FROM (
    SELECT next_at, leased_until FROM reception.watched ORDER BY next_at LIMIT 100) AS first`;

/** Makes the row where there is none, and holds it: moves of one clock come one after the other. */
const CLOCK_STANDS = `
  INSERT INTO reception.clocks AS c (organization_id, offset_ms) VALUES ($1, 0)
  ON CONFLICT (organization_id) DO UPDATE SET offset_ms = c.offset_ms RETURNING offset_ms`;

const WAITING = `
  SELECT count(*) FILTER (WHERE next_at <= $2)::int AS due, min(next_at) FILTER (WHERE next_at > $2) AS next
  FROM reception.watched WHERE organization_id = $1 AND NOT livemode`;

export interface WatchedTableOptions {
  readonly pool: pg.Pool;
  readonly systemNow: SystemNow;
  /** Names this process in leases. */
  readonly instance: string;
  readonly leaseMs: number;
}

/** The documents that are watched, as one process works on them with others. */
export class WatchedTable {
  constructor(private readonly options: WatchedTableOptions) {}

  /** Watches documents from now on; those that are watched already stay as they are. */
  async begin({ organizationId, livemode }: Tenant, documents: readonly NewWatch[]): Promise<void> {
    if (documents.length === 0) return;
    const { pool, systemNow } = this.options;
    await pool.query(BEGIN, [organizationId, livemode, JSON.stringify(documents), systemNow(), MOST_ABSENT]);
  }

  /** Has some be due now, as far as they are watched. */
  async hasten({ organizationId, livemode }: Tenant, uuids: readonly string[]): Promise<void> {
    if (uuids.length === 0) return;
    await this.options.pool.query(
      `UPDATE reception.watched SET next_at = least(next_at, $4::timestamptz)
       WHERE organization_id = $1 AND livemode = $2 AND uuid = ANY($3)`,
      [organizationId, livemode, uuids, this.options.systemNow()],
    );
  }

  /** Takes some that are due, for as long as the lease; of one organization's Test environment, where it is named. */
  async claim(most: number, inTestOf: string | null = null): Promise<readonly Watched[]> {
    const { pool, systemNow, instance, leaseMs } = this.options;
    const { rows } = await pool.query<Watched>(CLAIM, [systemNow(), instance, leaseMs, most, inTestOf]);
    return rows;
  }

  async store(looked: readonly Looked[]): Promise<void> {
    const rows = looked.map(({ watched: { organization_id, livemode, uuid }, known, next }) => ({
      ...{ organization_id, livemode, uuid, known, over: next === null },
      ...(next && { ms: next.ms, step: next.step, misses: next.misses }),
    }));
    const { pool, instance, systemNow } = this.options;
    await pool.query(STORE, [JSON.stringify(rows), instance, systemNow()]);
  }

  /** When the first of them is due, or free again; undefined: none is watched. */
  async next(): Promise<Date | undefined> {
    const { rows } = await this.options.pool.query<{ next: Date | null }>(NEXT);
    return rows[0]?.next ?? undefined;
  }

  /** An organization's test clock is so far ahead of the machine's now: what waits in Test is due so much sooner. Twice is once. */
  followClock(organizationId: string, offsetMs: number): Promise<void> {
    return inTransaction(this.options.pool, async (client) => {
      const { rows } = await client.query<{ offset_ms: string }>(CLOCK_STANDS, [organizationId]);
      const ahead = offsetMs - Number(rows[0]?.offset_ms ?? 0);
      if (ahead === 0) return;
      await client.query('UPDATE reception.clocks SET offset_ms = $2 WHERE organization_id = $1', [
        organizationId,
        offsetMs,
      ]);
      await client.query(
        `UPDATE reception.watched SET next_at = next_at - $2 * interval '1 millisecond'
         WHERE organization_id = $1 AND NOT livemode`,
        [organizationId, ahead],
      );
    });
  }

  /** Of an organization's Test environment: how many are due, and when the next is, by the machine's time. */
  async waiting(organizationId: string): Promise<{ readonly due: number; readonly next: Date | null }> {
    const { rows } = await this.options.pool.query<{ due: number; next: Date | null }>(WAITING, [
      organizationId,
      this.options.systemNow(),
    ]);
    return rows[0] ?? { due: 0, next: null };
  }
}
