import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type {
  InvoiceContent,
  CustomerSnapshot,
  GlobalInformation,
  IssuerSnapshot,
} from './invoice-content.js';
import type { CancelMotive } from './invoicing.js';
import type { Place } from './command.js';
import type { InvoicedBy } from './receipts.js';

/**
 * Streams of claims: `claim-<id of an invoice>`. Before an invoice of receipts is asked for, it claims them, all or none;
 * a claim ends by that invoice's outcome alone, never by time.
 */
export const RECEIPT_CLAIM_STREAM = 'claim-';

/** Receipts as a request names them; refusals are at `keys.N` or `receipts.N`. */
export type NamedReceipts =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  | { readonly by: 'key'; readonly keys: readonly string[] };

/** What an invoice of receipts has beside them. */
export type InvoiceExtras = Pick<
  InvoiceContent,
  'conditions' | 'folio_number' | 'series' | 'pdf_custom_section' | 'pdf_options' | 'addenda' | 'namespaces'
>;

/** An invoice to one customer, of receipts that are named. */
export interface AskCustomerInvoice {
  readonly kind: 'customer';
  readonly receipts: NamedReceipts;
  /** Null: the receipts' own. */
  readonly customer: CustomerSnapshot | null;
  readonly use: string;
  /** Null: that of the receipt with the highest total. */
  readonly payment_form: string | null;
  /** Instant of issue; null: when it is issued. */
  readonly date: string | null;
  readonly extras: InvoiceExtras;
  /** Whether ISR of 1.25 % is withheld where the receiver is a legal entity (RESICO). */
  readonly apply_resico_isr: boolean;
  readonly origin: InvoicedBy;
  /** The portal invoices no receipt that has expired; others may. */
  readonly refuse_expired: boolean;
}

/** A global invoice of the open receipts of a period, or of those of them that are named. */
export interface AskGlobalInvoice {
  readonly kind: 'global';
  /** Instants, ISO 8601 in UTC: the first of the period and the first after it, in the organization's time zone. */
  readonly from: string;
  readonly until: string;
  readonly global: GlobalInformation;
  /** Only receipts of this form; null: of all, and the form of the one with the highest total. */
  readonly payment_form: string | null;
  readonly receipts: readonly string[] | null;
  /** Takes the oldest 5,000 where there are more, instead of refusing. */
  readonly limit_to_max_receipts: boolean;
  readonly date: string | null;
  readonly extras: Pick<InvoiceContent, 'folio_number' | 'series'>;
  readonly origin: InvoicedBy;
}

export type AskReceiptInvoice = AskCustomerInvoice | AskGlobalInvoice;

/** A command that asks for an invoice of receipts; the invoice's new id is its key. */
export interface InvoiceReceipts {
  readonly ask: AskReceiptInvoice;
  readonly issuer: IssuerSnapshot;
}

/** What an invoice of receipts would be. */
export interface PlannedReceiptInvoice {
  readonly content: InvoiceContent;
  /** How many receipts it would have. */
  readonly receipts: number;
  readonly total: string;
}

/** What the caller can wait for: the stamp of that number, after which the receipts up to this place show it. */
export interface ReceiptsAsked {
  readonly number: number;
  readonly last: Place;
  readonly receipts: number;
}

/** A receipt as it was claimed: nothing changes it while the claim holds. */
export interface ClaimedReceipt {
  readonly id: string;
  readonly revision: number;
}

export type ReceiptClaimEvent =
  | DomainEvent<
      'ReceiptsClaimed',
      {
        ask: AskReceiptInvoice;
        issuer: IssuerSnapshot;
        receipts: readonly ClaimedReceipt[];
        at: string;
      }
    >
  /** The first event of a claim that never was: nobody makes this invoice any more. */
  | DomainEvent<'ClaimForgone', { at: string }>
  /** The invoice is stamped: the receipts are invoiced. */
  | DomainEvent<'ClaimStamped', { at: string }>
  /** The invoice never came to be: the receipts are open again. */
  | DomainEvent<'ClaimFreed', { code: ErrorCode; details: readonly Detail[]; at: string }>
  /** The invoice was canceled; `to`: the one that has the receipts from now on (motive 01). */
  | DomainEvent<'ClaimReleased', { motive: CancelMotive | null; to: string | null; at: string }>
  /** The receipts of another invoice, which was canceled in favour of this one. */
  | DomainEvent<
      'ReceiptsTakenOver',
      { from: string; as: 'customer' | 'global'; receipts: readonly ClaimedReceipt[]; at: string }
    >;

/** What became of an invoice of receipts. */
export type ReceiptInvoiceOutcome =
  | { readonly kind: 'stamped' }
  | { readonly kind: 'refused' | 'failed'; readonly code: ErrorCode; readonly details: readonly Detail[] }
  | { readonly kind: 'cancellation'; readonly status: 'rejected' | 'expired' }
  | {
      readonly kind: 'canceled';
      /** Null: at the tax authority, without us. */
      readonly motive: CancelMotive | null;
      /** UUID of the document in its place (motive 01), and our id of it where it is ours. */
      readonly substitution: { readonly uuid: string; readonly invoice: string | null } | null;
    };
