import type { StreamEvent, Tenant } from '#kernel';
import { RECEIPT_STREAM, type ReceiptEvent } from '#contracts';
import { defineRecovery, restoreKeys, type KeptKey, type OwnPool, type RecoveryParts } from '#eventing';
import { FolioCounters, type FolioOf } from '#fiscal';
import { isKnown } from './receipt/receipt.js';
import { Receipts } from './receipt/receipts.js';
import { receiptRowOf, type ReceiptColumns } from './receipt/row.js';
import { NO_SERIES } from './folios/folios.js';

/** What an event of a receipt says: that its row shows it, and, of the first one, what the receipt has taken. */
interface Kept {
  readonly id: string;
  readonly tenant: Tenant;
  readonly revision: number;
  readonly taken?: { readonly folio: number; readonly key: string | null; readonly by: Date };
}

/**
 * The rows of receipts, their folios and keys, made anew of their events. Not there any more: who held a receipt that was being
 * invoiced or changed, hashes of requests, batches and imports.
 */
export const receiptsRecovery = defineRecovery<Kept>({
  name: 'receipts.reserved',
  kept: { [RECEIPT_STREAM]: keptOf },
  store: restore,
});

function keptOf(id: string, event: StreamEvent<ReceiptEvent>): readonly Kept[] {
  const { organizationId, livemode } = event.metadata;
  const kept = { id, tenant: { organizationId, livemode }, revision: event.revision };
  if (event.type !== 'ReceiptIssued') return [kept];
  const { folio_number: folio, content } = event.data;
  return [{ ...kept, taken: { folio, key: content.idempotency_key, by: event.recordedAt } }];
}

async function restore({ pool, store }: RecoveryParts, kept: readonly Kept[]): Promise<void> {
  const folios = kept.flatMap(({ tenant, taken }): FolioOf[] =>
    taken ? [{ tenant, series: NO_SERIES, folio: taken.folio }] : [],
  );
  await new FolioCounters(pool, 'receipts.folio_counters').raise(folios);
  const keys = kept.flatMap(({ id, tenant, taken }): KeptKey[] =>
    taken?.key ? [{ tenant, key: taken.key, holder: id, by: taken.by }] : [],
  );
  await restoreKeys(pool, 'receipts.idempotency_keys', keys, { revised: false });
  const receipts = new Receipts(store);
  for (const { id, tenant } of await findBehind(pool, kept)) {
    const state = await receipts.state(id, tenant);
    if (isKnown(state)) await restoreRow(pool, receiptRowOf(id, tenant, state));
  }
}

/** Receipts that have no row, or one that nobody holds and that shows less than their streams. */
async function findBehind(pool: OwnPool, kept: readonly Kept[]): Promise<readonly Kept[]> {
  const last = new Map(kept.map((one) => [one.id, one]));
  const { rows } = await pool.query<{ id: string; revision: number; held: boolean }>(
    'SELECT id, revision, holder IS NOT NULL AS held FROM receipts.receipts WHERE id = ANY($1)',
    [[...last.keys()]],
  );
  for (const { id, revision, held } of rows)
    if (held || revision >= (last.get(id)?.revision ?? 0)) last.delete(id);
  return [...last.values()];
}

async function restoreRow(pool: OwnPool, row: ReceiptColumns): Promise<void> {
  await pool.query(
    `INSERT INTO receipts.receipts AS r (id, organization_id, livemode, key, revision, status, invoice_id, date, expires_at,
       folio_number, payment_form, currency, total, item_count, withholds, content, totals)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::json, $17::json)
     ON CONFLICT (id) DO UPDATE
       SET revision = excluded.revision, status = excluded.status, invoice_id = excluded.invoice_id, total = excluded.total,
         item_count = excluded.item_count, withholds = excluded.withholds, content = excluded.content, totals = excluded.totals
       WHERE r.revision < excluded.revision AND r.holder IS NULL`,
    [
      ...[row.id, row.organization_id, row.livemode, row.key, row.revision, row.status, row.invoice_id],
      ...[row.date, row.expires_at, row.folio_number, row.payment_form, row.currency, row.total],
      ...[row.item_count, row.withholds, JSON.stringify(row.content), JSON.stringify(row.totals)],
    ],
  );
}
