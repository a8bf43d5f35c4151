import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { EVENT_FOLLOWS, rowTypes } from '#eventing';
import { CONFIG, POOL, type Config } from '#hosting';
import type { ReceiptColumns, StoredHead, StoredReceipt } from './row.js';

/** A row as it was found; `settled` is false while whoever holds or makes it may well be at work. */
export interface FoundReceipt extends StoredReceipt {
  readonly settled: boolean;
}

/** The same without what was sold. */
export interface ReceiptHead extends StoredHead {
  readonly settled: boolean;
}

/** Between whom a row passes; null: nobody. */
export interface Handover {
  readonly from: string | null;
  readonly to: string | null;
}

/** What a receipt is reserved by before its first event: what only one may have, and its row. */
export interface Reservation extends Pick<StoredReceipt, 'key'> {
  readonly folio_number: number;
}

/** The holder of a row that a command changes: redelivered, it finds its own. */
export const CHANGE = 'change:';
export const holderOf = ({ id }: { readonly id: string }): string => CHANGE + id;

/**
 * All SQL on the receipts' rows but for that of claims (claim/). Each statement names what it means to change: revision
 * and holder. So one that comes late, from a process that slept, changes nothing. None waits for the disk: the event that
 * comes next brings what went before it there, and a row that a power cut takes back is made again from its stream.
 */
@Injectable()
export class ReceiptRows {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  async find(tenant: Tenant, id: string): Promise<FoundReceipt | undefined> {
    return (await this.read(tenant, [id]))[0];
  }

  /** Those of a tenant that are there, in no order. */
  async read(tenant: Tenant, ids: readonly string[]): Promise<FoundReceipt[]> {
    const { rows } = await this.pool.query<FoundReceipt>({
      name: 'receipts-by-id',
      text: `SELECT ${COLUMNS}, coalesce(held_at, made_at) < now() - $4 * interval '1 millisecond' AS settled
             FROM receipts.receipts WHERE id = ANY($1) AND organization_id = $2 AND livemode = $3`,
      values: [ids, tenant.organizationId, tenant.livemode, this.config.claimGraceMs],
      types: rowTypes,
    });
    return rows;
  }

  /** The same without what was sold. */
  heads(tenant: Tenant, ids: readonly string[]): Promise<ReceiptHead[]> {
    return this.headsBy('id', tenant, ids);
  }

  /** The same by their keys, in upper case. */
  headsByKeys(tenant: Tenant, keys: readonly string[]): Promise<ReceiptHead[]> {
    return this.headsBy('key', tenant, keys);
  }

  /**
   * Reserves a receipt's row with its key, and gives it the next folio where it has none of its own: one statement. Its
   * revision is -1 until {@link confirm}. Undefined: it is there already, or the key is another's.
   */
  async reserve(row: ReceiptColumns, ownFolio: number | null): Promise<Reservation | undefined> {
    const { rows } = await this.pool.query<{ key: string; folio_number: string }>({
      name: 'reserve-receipt',
      text: RESERVE,
      values: [
        ...[row.id, row.organization_id, row.livemode, row.key, ownFolio],
        ...[
          row.date,
          row.expires_at,
          row.payment_form,
          row.currency,
          row.total,
          row.item_count,
          row.withholds,
        ],
        ...[JSON.stringify(row.content), JSON.stringify(row.totals)],
      ],
    });
    const [reserved] = rows;
    return reserved && { key: reserved.key, folio_number: Number(reserved.folio_number) };
  }

  /** What a receipt of the tenant has reserved; `null`: the id is another tenant's. */
  async reserved(tenant: Tenant, id: string): Promise<Reservation | null | undefined> {
    const { rows } = await this.pool.query<{ key: string; folio_number: string; ours: boolean }>({
      name: 'reserved-receipt',
      text: `SELECT key, folio_number, organization_id = $2 AND livemode = $3 AS ours
             FROM receipts.receipts WHERE id = $1`,
      values: [id, tenant.organizationId, tenant.livemode],
    });
    const [row] = rows;
    if (!row) return undefined;
    return row.ours ? { key: row.key, folio_number: Number(row.folio_number) } : null;
  }

  /** The first event of a receipt is there: from now on it can be held. */
  async confirm(id: string): Promise<void> {
    await this.pool.query({
      name: 'confirm-receipt',
      text: `UPDATE receipts.receipts SET revision = 0 WHERE id = $1 AND revision = -1 RETURNING ${EVENT_FOLLOWS}`,
      values: [id],
    });
  }

  /** Removes the row of a receipt that never was: its stream says so. */
  async remove(id: string): Promise<void> {
    await this.pool.query('DELETE FROM receipts.receipts WHERE id = $1 AND revision = -1', [id]);
  }

  /** Holds a receipt that is there, and that nobody else holds. Undefined: it can't be held. */
  async hold(tenant: Tenant, id: string, holder: string): Promise<StoredReceipt | undefined> {
    const { rows } = await this.pool.query<StoredReceipt>({
      name: 'hold-receipt',
      text: `UPDATE receipts.receipts SET holder = $4, held_at = now()
             WHERE id = $1 AND organization_id = $2 AND livemode = $3 AND revision >= 0
               AND (holder IS NULL OR holder = $4)
             RETURNING ${COLUMNS}, ${EVENT_FOLLOWS}`,
      values: [id, tenant.organizationId, tenant.livemode, holder],
      types: rowTypes,
    });
    return rows[0];
  }

  /** Lets go of a receipt that was held at a revision and stayed there. */
  async release(id: string, holder: string, revision: number): Promise<void> {
    await this.pool.query({
      name: 'release-receipt',
      text: `UPDATE receipts.receipts SET holder = NULL, held_at = NULL
             WHERE id = $1 AND holder = $2 AND revision = $3 RETURNING ${EVENT_FOLLOWS}`,
      values: [id, holder, revision],
    });
  }

  /**
   * Shows in the row what its stream says, and passes it from one holder to another. Nothing happens where it is held by
   * somebody else by now, or shows more already.
   */
  async writeThrough(row: ReceiptColumns, { from, to }: Handover): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'write-receipt-through',
      text: `UPDATE receipts.receipts
             SET revision = $4, status = $5, invoice_id = $6, holder = $8,
               held_at = CASE WHEN $8::text IS NULL THEN NULL ELSE coalesce(held_at, now()) END,
               total = $9, item_count = $10, withholds = $11, content = $12, totals = $13
             WHERE id = $1 AND organization_id = $2 AND livemode = $3 AND revision <= $4
               AND holder IS NOT DISTINCT FROM $7
             RETURNING ${EVENT_FOLLOWS}`,
      values: [
        ...[row.id, row.organization_id, row.livemode, row.revision, row.status, row.invoice_id, from, to],
        ...[row.total, row.item_count, row.withholds],
        ...[JSON.stringify(row.content), JSON.stringify(row.totals)],
      ],
    });
    return rowCount === 1;
  }

  /** Credit notes give back something of it, from now on perhaps: its stream alone says how much is left then. */
  async markRefunded({ organizationId, livemode }: Tenant, id: string): Promise<void> {
    await this.pool.query({
      name: 'mark-receipt-refunded',
      text: `UPDATE receipts.receipts SET refunded = true
             WHERE id = $1 AND organization_id = $2 AND livemode = $3 AND NOT refunded
             RETURNING ${EVENT_FOLLOWS}`,
      values: [id, organizationId, livemode],
    });
  }

  private async headsBy(by: 'id' | 'key', tenant: Tenant, names: readonly string[]): Promise<ReceiptHead[]> {
    const { rows } = await this.pool.query<ReceiptHead>({
      name: `receipt-heads-by-${by}`,
      text: `SELECT ${HEAD}, coalesce(held_at, made_at) < now() - $4 * interval '1 millisecond' AS settled
             FROM receipts.receipts WHERE ${by} = ANY($1) AND organization_id = $2 AND livemode = $3`,
      values: [names, tenant.organizationId, tenant.livemode, this.config.claimGraceMs],
      types: rowTypes,
    });
    return rows;
  }
}

/** The columns of a {@link ReceiptHead}. */
const HEAD = `id, organization_id, livemode, key, revision, status, invoice_id, holder, held_at, date, expires_at,
  folio_number, payment_form, currency, total, item_count, withholds, totals`;
const COLUMNS = `${HEAD}, content`;

// The statement of ADR 39 that gives folios to invoices, for receipts: asked again for the same receipt at once, as when a
// key was another's, the counter gives the same number. One that the caller chose is passed, and so are those below it.
const RESERVE = `
  WITH made AS (
    SELECT FROM receipts.receipts WHERE id = $1
  ), numbered AS (
    INSERT INTO receipts.folio_counters AS c (organization_id, livemode, series, next, last_holder)
    SELECT $2, $3, '', coalesce($5::bigint + 1, 2), CASE WHEN $5::bigint IS NULL THEN $1 END
    WHERE NOT EXISTS (SELECT FROM made)
    ON CONFLICT (organization_id, livemode, series) DO UPDATE SET
      next = CASE WHEN $5::bigint IS NOT NULL THEN greatest(c.next, $5::bigint + 1)
                  WHEN c.last_holder = $1 THEN c.next ELSE c.next + 1 END,
      skipped_from = CASE WHEN $5::bigint IS NULL THEN c.skipped_from
                          ELSE greatest(c.skipped_from, $5::bigint + 1) END,
      last_holder = CASE WHEN $5::bigint IS NULL THEN $1
                         WHEN c.next > $5::bigint + 1 THEN c.last_holder END
    RETURNING coalesce($5::bigint, c.next - 1) AS folio
  )
  INSERT INTO receipts.receipts (id, organization_id, livemode, key, revision, status, date, expires_at, folio_number,
    payment_form, currency, total, item_count, withholds, content, totals)
  SELECT $1, $2, $3, $4, -1, 'open', $6, $7, folio, $8, $9, $10, $11, $12, $13::json, $14::json FROM numbered
  ON CONFLICT DO NOTHING
  RETURNING key, folio_number, ${EVENT_FOLLOWS}`;
