import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type {
  Address,
  CustomerSnapshot,
  GlobalInformation,
  InvoiceContent,
  InvoiceItem,
  IssuerSnapshot,
} from './invoice-content.js';
import type { InvoiceTotals } from './invoice-issue.js';
import type { CancelMotive } from './invoicing.js';
import type { ReceiptSettings } from './organization-settings.js';

/** Streams of receipts: `receipt-<id>`. */
export const RECEIPT_STREAM = 'receipt-';

/** Characters of a receipt's key: none that people mistake for another (0 O, 1 I L). */
export const RECEIPT_KEY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const RECEIPT_KEY_LENGTH = 8;

/** The most lines of a receipt, and the most receipts of a global invoice. */
export const MAX_RECEIPT_ITEMS = 5_000;
export const MAX_GLOBAL_RECEIPTS = 5_000;

/** A sale, in the API's words, as events and commands carry it: JSON, every amount decimal text. */
export interface ReceiptContent {
  /** Instant of the sale, ISO 8601 in UTC. */
  readonly date: string;
  readonly payment_form: string;
  readonly items: readonly InvoiceItem[];
  readonly currency: string;
  /** MXN for one unit of the currency; '1' for MXN. */
  readonly exchange: string;
  readonly customer: CustomerSnapshot | null;
  /** Place of expedition; null: the organization's own address. */
  readonly address: Address | null;
  readonly branch: string | null;
  readonly external_id: string | null;
  readonly idempotency_key: string | null;
}

export type ReceiptStatus = 'open' | 'canceled' | 'invoiced_to_customer' | 'invoiced_globally';

/** What is given back of one line. */
export interface RefundedLine {
  /** Place of the line among the receipt's items as they were sold, from 0. */
  readonly item: number;
  readonly quantity: string;
}

/** Something of a sale is given back: of an open receipt by fewer lines, of an invoiced one by a credit note. */
export interface Refund {
  readonly id: string;
  readonly lines: readonly RefundedLine[];
  /** What the customer gets back, taxes included. */
  readonly total: string;
  readonly reason: string | null;
}

export type ReceiptEvent =
  | DomainEvent<
      'ReceiptIssued',
      {
        content: ReceiptContent;
        key: string;
        folio_number: number;
        /** Instant, ISO 8601 in UTC: after it the portal invoices it no more. */
        expires_at: string;
        totals: InvoiceTotals;
        at: string;
      }
    >
  /** The first event of a receipt that never was: nobody makes it any more, who has the id. */
  | DomainEvent<'ReceiptForgone', { at: string }>
  /** What was begun with it and has not come to be comes to nothing: the hold on it may go to others. */
  | DomainEvent<'ReceiptChangesForgone', { at: string }>
  | DomainEvent<'ReceiptCustomerAssigned', { customer: CustomerSnapshot; at: string }>
  /** Before it was invoiced; `items` are those that are left, with their quantities, and may be none. */
  | DomainEvent<
      'ReceiptReduced',
      { refund: Refund; items: readonly InvoiceItem[]; totals: InvoiceTotals; at: string }
    >
  /** On request, or because its invoice was canceled as a sale that never was (motive 03). */
  | DomainEvent<'ReceiptCanceled', { invoice: string | null; at: string }>
  | DomainEvent<
      'ReceiptInvoiced',
      { invoice: string; as: 'customer' | 'global'; origin: InvoicedBy; at: string }
    >
  /**
   * Its invoice was canceled (motives 02 and 04, or at SAT without us). `left`: where something was given back by credit
   * notes against that invoice, what the sale is without it.
   */
  | DomainEvent<
      'ReceiptReopened',
      { invoice: string; motive: CancelMotive | null; at: string; left?: ReceiptLeft }
    >
  /** Its invoice was canceled in favour of another (motive 01), which has it from now on. */
  | DomainEvent<'ReceiptHandedOver', { from: string; invoice: string; at: string }>
  /** The cancellation of its invoice came to nothing: the receipt stays as it is. */
  | DomainEvent<'ReceiptCancellationUpdated', { invoice: string; status: 'rejected' | 'expired'; at: string }>
  /** After it was invoiced: a credit note (type E) of this id is being made against its invoice. */
  | DomainEvent<
      'RefundAsked',
      {
        refund: Refund;
        invoice: string;
        credit_note: string;
        content: InvoiceContent;
        issuer: IssuerSnapshot;
        at: string;
      }
    >
  | DomainEvent<'RefundStamped', { refund_id: string; credit_note: string; at: string }>
  /** Its credit note was refused, failed or was canceled: what it gave back counts as sold again. */
  | DomainEvent<
      'RefundUndone',
      {
        refund_id: string;
        credit_note: string;
        code: ErrorCode | null;
        details: readonly Detail[];
        at: string;
      }
    >;

/** What is left of a sale. */
export interface ReceiptLeft {
  readonly items: readonly InvoiceItem[];
  readonly totals: InvoiceTotals;
}

/** The invoice that has a receipt, as far as a credit note against it needs it. */
export interface InvoiceToCredit {
  readonly id: string;
  readonly uuid: string;
  readonly customer: CustomerSnapshot;
  /** Of a global invoice: its period. */
  readonly global: GlobalInformation | null;
  /** Whether it withholds ISR of RESICO beside what the receipt says. */
  readonly withholds_isr: boolean;
  /** The organization's series of credit notes. */
  readonly series: string | null;
}

/** Gives back some of a sale: no lines ask for all that is left of it. */
export interface RefundReceipt {
  readonly refund_id: string;
  readonly lines: readonly RefundedLine[];
  readonly reason: string | null;
  /** The id that its credit note gets, where it needs one. */
  readonly credit_note: string;
  readonly issuer: IssuerSnapshot;
  /** The invoice that has the receipt, by the list that the caller has read; null: none. */
  readonly invoice: InvoiceToCredit | null;
}

/** Through whom a receipt was invoiced. */
export type InvoicedBy = 'api' | 'portal' | 'automatic';

/** The settings by which a receipt expires. */
export interface ReceiptExpiry extends Pick<ReceiptSettings, 'periodicity' | 'duration_days'> {
  readonly time_zone: string;
}

export interface CreateReceipt {
  readonly content: ReceiptContent;
  readonly expiry: ReceiptExpiry;
  /** Zip of the place of expedition, and the issuer: amounts are those that the invoice would have. */
  readonly issuer: IssuerSnapshot;
  /** Asked for by the caller; null: the next one. */
  readonly folio_number: number | null;
  /** What it was asked by, as a hash, where the same request is to be answered the same: see Idempotency-Key. */
  readonly request?: string;
}
