import { withholds } from '#billing';
import type { InvoiceTotals, ReceiptContent, ReceiptStatus } from '#contracts';
import type { Tenant } from '#kernel';
import type { KnownReceipt } from './receipt.js';

/**
 * A receipt in the service's own table, which says who holds it. One that nobody holds (`holder` null) shows its stream to
 * the last event. Its `revision` is {@link NEW} while it is being made.
 */
export interface StoredReceipt extends StoredHead {
  /** With the items that are left. */
  readonly content: ReceiptContent;
}

/** The same without what was sold, which may be megabytes. */
export interface StoredHead {
  readonly id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly key: string;
  readonly revision: number;
  readonly status: ReceiptStatus;
  readonly invoice_id: string | null;
  /** `change:<command>` or the id of an invoice. */
  readonly holder: string | null;
  /** ISO 8601 in UTC, as the next; when it was taken, by the database's clock. */
  readonly held_at: string | null;
  readonly date: string;
  readonly expires_at: string;
  /** Whole number as text, as bigint comes from the database. */
  readonly folio_number: string;
  readonly payment_form: string;
  readonly currency: string;
  readonly total: string;
  readonly item_count: number;
  readonly withholds: boolean;
  readonly totals: InvoiceTotals;
}

/** A row as its stream has it, without who holds it. */
export type ReceiptColumns = Omit<StoredReceipt, 'holder' | 'held_at'>;

/** The row of a receipt that shows its stream as it was folded. */
export function receiptRowOf(id: string, tenant: Tenant, state: KnownReceipt): ReceiptColumns {
  const { key, revision, status, content, totals, expires_at } = state;
  return {
    ...{ id, organization_id: tenant.organizationId, livemode: tenant.livemode, key, revision, status },
    invoice_id: state.invoice,
    date: content.date,
    expires_at,
    folio_number: String(state.folio_number),
    payment_form: content.payment_form,
    currency: content.currency,
    total: totals.total,
    item_count: content.items.length,
    withholds: withholds(content),
    ...{ content, totals },
  };
}
