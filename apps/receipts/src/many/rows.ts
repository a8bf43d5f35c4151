import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { EVENT_FOLLOWS } from '#eventing';
import { POOL } from '#hosting';
import type { ReceiptColumns } from '../receipt/row.js';
import type { Reservation } from '../receipt/store.js';

/**
 * The statements of receipts that are made many at a time. They say what those of one say (receipt/store.ts,
 * receipt/requests.ts), and what is left half done by them is met and settled in the same ways.
 */
@Injectable()
export class ManyRows {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Claims idempotency keys, each for one receipt; who has each of them now. */
  async claimKeys(tenant: Tenant, claims: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    if (claims.size === 0) return new Map();
    const values = [tenant.organizationId, tenant.livemode, [...claims.keys()], [...claims.values()]];
    const { rows } = await this.pool.query<{ key: string; holder: string }>({
      name: 'claim-receipt-requests',
      text: `WITH claims AS (
               INSERT INTO receipts.idempotency_keys (organization_id, livemode, key, holder)
               SELECT $1, $2, unnest($3::text[]), unnest($4::text[]) ORDER BY 3
               ON CONFLICT (organization_id, livemode, key) DO NOTHING
               RETURNING key, holder, ${EVENT_FOLLOWS})
             SELECT key, holder FROM claims
             UNION ALL
             SELECT key, holder FROM receipts.idempotency_keys
             WHERE organization_id = $1 AND livemode = $2 AND key = ANY($3)`,
      values,
    });
    return new Map(rows.map(({ key, holder }) => [key, holder]));
  }

  /** Which of these receipts are there. */
  async known(tenant: Tenant, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'known-receipts',
      text: `SELECT id FROM receipts.receipts
             WHERE id = ANY($1) AND organization_id = $2 AND livemode = $3 AND revision >= 0`,
      values: [ids, tenant.organizationId, tenant.livemode],
    });
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Reserves the rows of receipts that have no folio of their own: their keys, and the next folios. Those that are there
   * already stay as they are; one whose key is another's is left out.
   */
  async reserve(
    tenant: Tenant,
    rows: readonly ReceiptColumns[],
    importId: string | null,
  ): Promise<ReadonlyMap<string, Reservation>> {
    if (rows.length === 0) return new Map();
    const { organizationId, livemode } = tenant;
    await this.pool.query({
      name: 'reserve-receipts',
      text: RESERVE,
      values: [organizationId, livemode, JSON.stringify(rows), importId],
    });
    const ids = rows.map(({ id }) => id);
    const { rows: reserved } = await this.pool.query<{ id: string; key: string; folio_number: string }>({
      name: 'reserved-receipts',
      text: `SELECT id, key, folio_number FROM receipts.receipts
             WHERE id = ANY($1) AND organization_id = $2 AND livemode = $3`,
      values: [ids, organizationId, livemode],
    });
    return new Map(
      reserved.map(({ id, key, folio_number }) => [id, { key, folio_number: Number(folio_number) }]),
    );
  }

  /** The first events of receipts are there: from now on they can be held. They belong to the import that made them. */
  async confirm(ids: readonly string[], importId: string | null): Promise<void> {
    if (ids.length === 0) return;
    await this.pool.query({
      name: 'confirm-receipts',
      text: `UPDATE receipts.receipts
             SET revision = greatest(revision, 0), import_id = coalesce($2, import_id)
             WHERE id = ANY($1) AND (revision = -1 OR import_id IS DISTINCT FROM coalesce($2, import_id))
             RETURNING ${EVENT_FOLLOWS}`,
      values: [ids, importId],
    });
  }
}

// As RESERVE of receipt/store.ts, for receipts that take the next folios: those that are there already take none.
const RESERVE = `
  WITH given AS (
    SELECT g.*, row_number() OVER () - 1 AS place
    FROM json_populate_recordset(NULL::receipts.receipts, $3::json) AS g
    WHERE NOT EXISTS (SELECT FROM receipts.receipts AS r WHERE r.id = g.id)
  ), numbered AS (
    INSERT INTO receipts.folio_counters AS c (organization_id, livemode, series, next, last_holder)
    SELECT $1, $2, '', count(*) + 1, NULL FROM given HAVING count(*) > 0
    ON CONFLICT (organization_id, livemode, series) DO UPDATE SET
      next = c.next + EXCLUDED.next - 1, last_holder = NULL
    RETURNING c.next - (SELECT count(*) FROM given) AS first
  )
  INSERT INTO receipts.receipts (id, organization_id, livemode, key, revision, status, date, expires_at, folio_number,
    payment_form, currency, total, item_count, withholds, content, totals, import_id)
  SELECT g.id, $1, $2, g.key, -1, 'open', g.date, g.expires_at, n.first + g.place, g.payment_form, g.currency, g.total,
    g.item_count, g.withholds, g.content, g.totals, $4
  FROM given AS g, numbered AS n
  ON CONFLICT DO NOTHING
  RETURNING id, ${EVENT_FOLLOWS}`;
