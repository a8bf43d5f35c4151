import type { InvoiceCustomerV1, InvoiceItemsV1, InvoiceTotalsV1 } from './invoice-types.js';
import type { DecimalText, Id, Instant, Reasons, Tenanted } from './primitives.js';

/** Receipts: sales that become the customer's invoice, or a part of a global one. */

/** A sale was recorded. Its key, with which anybody may invoice it, is a secret, and not told. */
export interface ReceiptIssuedV1 extends Tenanted {
  readonly folio_number: number;
  /** When it was sold. */
  readonly date: Instant;
  /** Until when the customer may invoice it in the portal. */
  readonly expires_at: Instant;
  /** Key of c_FormaPago. */
  readonly payment_form: string;
  readonly currency: string;
  /** MXN for one unit of the currency. */
  readonly exchange: DecimalText;
  readonly customer: InvoiceCustomerV1 | null;
  readonly branch: string | null;
  readonly external_id: string | null;
  readonly items: InvoiceItemsV1;
  readonly totals: InvoiceTotalsV1;
}

/** Somebody said whose sale it is. */
export interface ReceiptCustomerAssignedV1 extends Tenanted {
  readonly customer: InvoiceCustomerV1;
}

/** What of a line is given back. */
export interface RefundedLineV1 {
  /** Place of the line among those that were sold, from 0. */
  readonly item: number;
  readonly quantity: DecimalText;
}

export interface RefundedLinesV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly RefundedLineV1[];
}

/** Something of a sale is given back. */
export interface RefundV1 {
  readonly id: Id;
  /** What the customer gets back, with taxes. */
  readonly total: DecimalText;
  readonly reason: string | null;
  readonly lines: RefundedLinesV1;
}

/** Something of a sale was given back before it was invoiced: lines and amounts are those that are left. */
export interface ReceiptReducedV1 extends Tenanted {
  readonly refund: RefundV1;
  readonly items: InvoiceItemsV1;
  readonly totals: InvoiceTotalsV1;
}

/** The sale never was: nobody invoices it any more. */
export interface ReceiptCanceledV1 extends Tenanted {
  /** The invoice whose cancellation (motive 03) has canceled it; null: it was asked for. */
  readonly invoice: Id | null;
}

/** An invoice has the receipt from now on. */
export interface ReceiptInvoicedV1 extends Tenanted {
  readonly invoice: Id;
  /** customer: an invoice of its own, or of several receipts of one customer; global: that of a period. */
  readonly as: 'customer' | 'global';
  /** Who asked for it: a program, the customer in the portal, or the end of a period. */
  readonly origin: 'api' | 'portal' | 'automatic';
}

/** Its invoice was canceled: it can be invoiced again. */
export interface ReceiptReopenedV1 extends Tenanted {
  readonly invoice: Id;
  /** null: at the tax authority, without this service. */
  readonly motive: '01' | '02' | '03' | '04' | null;
}

/** Its invoice was canceled in favour of another (motive 01), which has the receipt from now on. */
export interface ReceiptHandedOverV1 extends Tenanted {
  /** The invoice that was canceled. */
  readonly from: Id;
  /** The one in its place. */
  readonly invoice: Id;
}

/** The cancellation of its invoice came to nothing: the receipt stays with it. */
export interface ReceiptCancellationUpdatedV1 extends Tenanted {
  readonly invoice: Id;
  readonly cancellation_status: 'rejected' | 'expired';
}

/** Something of an invoiced sale is to be given back: a credit note against its invoice is on its way to the stamp. */
export interface ReceiptRefundRequestedV1 extends Tenanted {
  readonly refund: RefundV1;
  readonly invoice: Id;
  /** The invoice of type E. */
  readonly credit_note: Id;
}

/** The credit note of a refund is stamped. */
export interface ReceiptRefundedV1 extends Tenanted {
  /** The id of the refund. */
  readonly refund: Id;
  readonly credit_note: Id;
}

/** The credit note of a refund was refused, failed or was canceled: what it gave back counts as sold again. */
export interface ReceiptRefundUndoneV1 extends Tenanted {
  /** The id of the refund. */
  readonly refund: Id;
  readonly credit_note: Id;
  /** null: it was canceled. */
  readonly code: string | null;
  readonly reasons: Reasons;
}
