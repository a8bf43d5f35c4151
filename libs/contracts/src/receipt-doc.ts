import type { Address, CustomerSnapshot } from './invoice-content.js';
import type { InvoiceItemDoc, TaxSummaryDoc } from './invoice-doc.js';
import type { ReceiptStatus } from './receipts.js';

/**
 * A receipt as its row has it: what the API answers but for `self_invoice_url`, which follows from the organization's
 * domain at the moment of the answer.
 */
export interface ReceiptDoc {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly api_version: number;
  readonly date: string;
  readonly expires_at: string;
  readonly status: ReceiptStatus;
  readonly key: string;
  readonly folio_number: number;
  readonly payment_form: string;
  /** Those that are left, after what was given back before it was invoiced. */
  readonly items: readonly InvoiceItemDoc[];
  readonly subtotal: number;
  readonly discount: number;
  readonly total: number;
  readonly taxes: readonly TaxSummaryDoc[];
  readonly currency: string;
  readonly exchange: number;
  readonly branch: string | null;
  readonly external_id: string | null;
  readonly idempotency_key: string | null;
  /** The id of the invoice that has it. */
  readonly invoice: string | null;
  /** The id of its customer; null also where its customer is no customer of the organization's list. */
  readonly customer: string | null;
  readonly customer_info: CustomerSnapshot | null;
  readonly address: Address | null;
  readonly refunds: readonly RefundDoc[];
}

export interface RefundDoc {
  readonly id: string;
  readonly created_at: string;
  readonly reason: string | null;
  readonly total: number;
  readonly lines: readonly { readonly item: number; readonly quantity: number }[];
  /** Done; or, of an invoiced receipt, while its credit note is being made, or where that came to nothing. */
  readonly status: 'done' | 'pending' | 'undone';
  /** The id of the credit note against the receipt's invoice; null for a receipt that was open. */
  readonly credit_note: string | null;
}

/** What the addresses of an organization's portal are made of. */
export interface PortalAddress {
  /** The base of the installation's addresses, without a slash at its end. */
  readonly public_url: string;
  readonly domain: string | null;
  readonly custom_domain: string | null;
}
