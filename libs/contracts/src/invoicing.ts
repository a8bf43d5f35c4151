import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { CertifiedReceiver } from './customers.js';
import type {
  InvoiceTotals,
  InvoiceIssue,
  InvoiceStamp,
  CancellationStatus,
  EfosStanding,
} from './invoice-issue.js';
import type { ImportedInvoice, PaidDocument, SatStanding } from './imported-invoices.js';
import type { InvoiceContent, IssuerSnapshot } from './invoice-content.js';
import type { ReceiptsMark } from './receipts-mark.js';
import type { SurplusSettled } from './surplus-stamps.js';

/** Streams of invoices: `invoice-<id>`. */
export const INVOICE_STREAM = 'invoice-';

/** What the tax authority's services know a document by. */
export interface FiscalDocument {
  /** Absent: a Comprobante. */
  readonly kind?: 'retention';
  readonly uuid: string;
  readonly issuer_rfc: string;
  /** Of a foreign receiver the generic one. */
  readonly receiver_rfc: string;
  /** Of a retention to a foreigner: its tax number there (NumRegIdTribR), empty where it has none. */
  readonly receiver_number?: string;
  readonly total: string;
  /** Last 8 characters of the issuer's Sello. */
  readonly sello_tail: string;
  /** Instant of its stamp, ISO 8601 in UTC; absent in older events. */
  readonly stamped_at?: string;
  /** The PAC that stamped it, and cancels it; absent in older events. */
  readonly pac?: string;
}

export type CancelMotive = '01' | '02' | '03' | '04';

/** What a payment (type P) pays of an invoice of ours, in that invoice's currency. */
export interface PaidInvoice {
  readonly invoice: string;
  readonly amount: string;
  /** Payments of the same invoice in whose place this one is. */
  readonly replaces?: readonly string[];
}

export type InvoiceEvent =
  | DomainEvent<
      'InvoiceDrafted',
      {
        content: InvoiceContent;
        totals: InvoiceTotals | null;
        problems: readonly Detail[];
        at: string;
        copied_from?: string;
      }
    >
  | DomainEvent<
      'DraftEdited',
      { content: InvoiceContent; totals: InvoiceTotals | null; problems: readonly Detail[]; at: string }
    >
  | DomainEvent<'DraftDeleted', { at: string }>
  /** The first event of an invoice that never was: nobody makes it any more, who has the id. */
  | DomainEvent<'InvoiceForgone', { at: string }>
  /** What a draft has claimed may go to others: an attempt to stamp or edit it that began before this comes to nothing. */
  | DomainEvent<'ClaimsForgone', { at: string }>
  /**
   * `later`: its maker was shown it before its stamp, so it stays, whatever becomes of that. `receipts`, here and below:
   * it is made of receipts, whose service hears of what becomes of it.
   */
  | DomainEvent<
      'InvoiceIssued',
      { content: InvoiceContent; issue: InvoiceIssue; at: string; later?: true; receipts?: ReceiptsMark }
    >
  /** `payments`: of type P, what it pays of invoices of ours. */
  | DomainEvent<
      'InvoiceStamped',
      {
        number: number;
        stamp: InvoiceStamp;
        at: string;
        /** In Live: whose data the stamp has confirmed, of customers with an RFC of their own. */
        receiver?: CertifiedReceiver & { readonly customer: string };
        payments?: readonly PaidInvoice[];
        /** ... and by UUID, of others: they may be imported later. */
        pays?: readonly PaidDocument[];
        receipts?: ReceiptsMark;
        /** Who stamped it, and how often it had been sent. */
        pac?: string;
        attempts?: number;
      }
    >
  /** Its PAC's answer was lost, another one was used, and both have stamped it: this one is of no use. */
  | DomainEvent<'InvoiceSurplusStampFound', { uuid: string; pac: string; at: string }>
  | DomainEvent<'InvoiceSurplusStampSettled', SurplusSettled>
  /** It has receipts that were another invoice's, which was canceled in its favour. */
  | DomainEvent<'ReceiptsHeld', { receipts: ReceiptsMark; at: string }>
  /** A payment of this invoice was stamped. `counts`: how much less is due by it, where it replaces one that counts. */
  | DomainEvent<
      'PaymentReceived',
      { payment: string; amount: string; at: string; replaces?: readonly string[]; counts?: string }
    >
  /** A payment of this invoice was canceled: what it paid, or `counts` where it was replaced, is due again. */
  | DomainEvent<'PaymentReverted', { payment: string; amount: string; at: string; counts?: string }>
  /** A payment was canceled before this invoice had learned of its stamp: it never counts, whenever that is heard of. */
  | DomainEvent<'PaymentDisregarded', { payment: string; at: string }>
  /** This payment counts on an invoice that it names by UUID: that one is here as well now. */
  | DomainEvent<'PaymentMatched', { invoice: string; at: string }>
  /**
   * The provider or the tax authority refused it: a draft again; made without one, gone; or, `kept`, failed, as
   * somebody has been shown it.
   */
  | DomainEvent<
      'InvoiceRefused',
      {
        number: number;
        code: ErrorCode;
        details: readonly Detail[];
        at: string;
        kept?: true;
        receipts?: ReceiptsMark;
      }
    >
  /** No certain answer yet; the service keeps trying. */
  | DomainEvent<
      'StampingDelayed',
      { number: number; reason: string; at: string; pac?: string; attempts?: number }
    >
  /** Certainly never stamped, and given up. */
  | DomainEvent<'StampingFailed', { number: number; reason: string; at: string; receipts?: ReceiptsMark }>
  | DomainEvent<
      'CancellationRequested',
      {
        number: number;
        motive: CancelMotive;
        substitution: string | null;
        /** Our id of the one in its place. */
        substitution_invoice?: string;
        document: FiscalDocument;
        at: string;
      }
    >
  | DomainEvent<
      'CancellationUpdated',
      {
        number: number;
        status: 'pending' | 'verifying' | 'rejected' | 'expired';
        at: string;
        receipt_key: string | null;
        receipts?: ReceiptsMark;
      }
    >
  | DomainEvent<
      'CancellationRefused',
      { number: number; code: ErrorCode; details: readonly Detail[]; at: string }
    >
  | DomainEvent<
      'InvoiceCanceled',
      {
        number: number;
        at: string;
        receipt_key: string | null;
        payments?: readonly PaidInvoice[];
        pays?: readonly PaidDocument[];
        receipts?: ReceiptsMark;
        /** Of an invoice of receipts: why, and the UUID in its place; absent: at the tax authority, without us. */
        motive?: CancelMotive;
        substitution?: string | null;
        substitution_invoice?: string;
      }
    >
  /**
   * The tax authority was asked and has nothing new of a cancellation. `efos`: how it has the issuer on its list of article 69-B,
   * where it says so.
   */
  | DomainEvent<'StatusChecked', { at: string; efos?: EfosStanding }>
  /** The first event of a document that was issued elsewhere: the organization's own past, or what it received. */
  | DomainEvent<'InvoiceImported', { invoice: ImportedInvoice; at: string }>
  /** An imported document that the organization issued is of this customer, who became one after it was imported. */
  | DomainEvent<'CustomerRecognized', { customer: string; at: string }>
  /**
   * How an imported document stands at the tax authority, where that is news. Its status `canceled` cancels the document: `pays`
   * is then what it paid, of a payment, and is due again.
   */
  | DomainEvent<
      'SatStatusRecorded',
      {
        issuer_type: ImportedInvoice['issuer_type'];
        sat: SatStanding;
        pays?: readonly PaidDocument[];
        /** Its issuer, or the third party that it issued for, is on the list of article 69-B, and was not known to be. */
        listed?: true;
        at: string;
      }
    >;

/** What has an idempotency key: the id of an invoice that is there or in the making, and the request that asked for it. */
export interface RequestHolder {
  readonly holder: string;
  /** Null where the key did not come as a header. */
  readonly request: string | null;
}

/** Answer to a command that asks for a stamp or a cancellation: which outcome of the read model answers it. */
export interface InvoiceAsked {
  readonly number: number;
}

export interface CreateInvoice {
  readonly content: InvoiceContent;
  readonly issuer: IssuerSnapshot;
  readonly draft: boolean;
  /** What it was asked by, as a hash, where the same request is to be answered the same: see Idempotency-Key. */
  readonly request?: string;
  /** Whether it is answered before its stamp. */
  readonly later?: boolean;
  /** It is made of receipts that are claimed for it. A refusal is final then: no other delivery ever makes it. */
  readonly receipts?: ReceiptsMark;
}

/** What the tax authority said to the n-th cancellation request of an invoice, or to a status query. */
export interface CancellationAnswer {
  readonly number: number;
  readonly status: CancellationStatus | 'refused';
  readonly at: string;
  readonly receipt_key: string | null;
  readonly code: ErrorCode | null;
  readonly details: readonly Detail[];
  /** Whether the tax authority has the issuer on its list of article 69-B; absent where it does not say. */
  readonly efos?: EfosStanding;
}
