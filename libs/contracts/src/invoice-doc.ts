import type {
  Complement,
  ItemComplement,
  Namespace,
  Payment,
  PaymentDocument,
  PaymentTax,
} from './complements.js';
import type {
  Address,
  CustomerSnapshot,
  GlobalInformation,
  InvoiceContent,
  InvoiceItem,
  InvoiceType,
  IssuerSnapshot,
  ItemPart,
  ItemProduct,
  LocalTax,
  PdfOptions,
  RelatedDocuments,
  Tax,
  ThirdParty,
} from './invoice-content.js';
import type { InvoiceSource, SatStanding, SatStatus, SupplierSnapshot } from './imported-invoices.js';
import type { CancellationStatus, InvoiceStamp, TaxSummary } from './invoice-issue.js';
import type { CancelMotive } from './invoicing.js';

/**
 * An invoice as the API answers it: every field in every state, amounts as JSON numbers. It follows from what events
 * carry (`invoice-content.ts`), so a field that changes there changes here; libs/answers makes it.
 */

/** The same with some decimal texts as numbers. */
type Numbers<Of, Names extends keyof Of> = {
  readonly [Name in keyof Of]: Name extends Names
    ? null extends Of[Name]
      ? number | null
      : number
    : Of[Name];
};

export type TaxDoc = Numbers<Tax, 'rate' | 'base'>;
export type LocalTaxDoc = Numbers<LocalTax, 'rate' | 'base'>;

export interface InvoiceItemDoc extends Omit<
  Numbers<InvoiceItem, 'quantity' | 'discount'>,
  'product' | 'parts' | 'complement'
> {
  readonly product: Omit<Numbers<ItemProduct, 'price'>, 'taxes' | 'local_taxes'> & {
    readonly taxes: readonly TaxDoc[];
    readonly local_taxes: readonly LocalTaxDoc[];
  };
  readonly parts: readonly Numbers<ItemPart, 'quantity' | 'unit_price'>[];
  readonly complement: ItemComplement | null;
}

/** A document that a payment pays; what was left to us, and what it replaces, are ours alone. */
export interface PaymentDocumentDoc extends Omit<
  Numbers<PaymentDocument, 'amount' | 'last_balance' | 'exchange' | 'folio_number'>,
  'taxes' | 'derived' | 'replaces'
> {
  readonly taxes: readonly Numbers<PaymentTax, 'base' | 'rate' | 'amount'>[];
}

export interface PaymentDoc extends Omit<Numbers<Payment, 'exchange'>, 'related_documents'> {
  readonly related_documents: readonly PaymentDocumentDoc[];
}

/** Payments are answered with numbers, as they are sent; the other complements as they came. */
export type ComplementDoc =
  | { readonly type: 'pago'; readonly data: readonly PaymentDoc[] }
  | Exclude<Complement, { readonly type: 'pago' }>;

/** The summary of taxes. */
export type TaxSummaryDoc = Numbers<TaxSummary, 'rate' | 'base' | 'amount'>;

export interface RelatedDocumentsDoc extends RelatedDocuments {
  /** The first of the documents, as older clients read it. */
  readonly uuid: string | null;
}

export interface CancellationDoc {
  readonly requested_at: string;
  /** Null for one that was canceled elsewhere. */
  readonly motive: CancelMotive | null;
  readonly substitutionUUID: string | null;
  readonly status: CancellationStatus;
  readonly last_checked: string;
}

export type StampDoc = Pick<
  InvoiceStamp,
  | 'signature'
  | 'date'
  | 'sat_cert_number'
  | 'sat_signature'
  | 'complement_string'
  | 'rfc_provider_cert'
  | 'issuer_cert_number'
>;

export type InvoiceStatus = 'draft' | 'pending' | 'valid' | 'canceled' | 'failed' | 'refused';

/** The part that its maker wrote. */
export interface InvoiceContentDoc extends Omit<
  Numbers<InvoiceContent, 'exchange'>,
  | 'items'
  | 'related_documents'
  | 'complements'
  | 'addenda'
  | 'namespaces'
  | 'third_party'
  | 'date'
  | 'address'
> {
  readonly total_payment_amount: number;
  readonly total_payment_amount_converted: number;
  readonly target_invoice_ids: readonly string[];
  readonly customer: CustomerSnapshot | null;
  readonly items: readonly InvoiceItemDoc[];
  readonly related_documents: readonly RelatedDocumentsDoc[];
  readonly global: GlobalInformation | null;
  readonly complements: readonly ComplementDoc[];
  readonly addenda: string | null;
  readonly namespaces: readonly Namespace[];
  readonly third_party: ThirdParty | null;
  readonly pdf_options: PdfOptions | null;
}

/** Its amounts. */
export interface InvoiceTotalsDoc {
  readonly total: number;
  /** Null if a draft's amounts can't be computed yet, as the next. */
  readonly subtotal: number | null;
  readonly discount: number | null;
  readonly taxes: readonly TaxSummaryDoc[];
}

/** What is fixed when it is issued and when it is stamped; what a draft shows in its place. */
export interface InvoiceIssueDoc {
  readonly date: string | null;
  /** Place of issue. */
  readonly address: Address | null;
  readonly folio_number: number | null;
  readonly issuer_info: IssuerSnapshot | null;
  readonly uuid: string | null;
  readonly verification_url: string | null;
  readonly stamp: StampDoc | null;
}

export interface InvoiceDoc extends InvoiceContentDoc, InvoiceTotalsDoc, InvoiceIssueDoc {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly issuer_type: 'issuing' | 'receiving';
  readonly cfdi_version: number;
  readonly status: InvoiceStatus;
  readonly type: InvoiceType;
  readonly cancellation_status: CancellationStatus;
  readonly cancellation: CancellationDoc | null;
  readonly canceled_at: string | null;
  readonly amount_due: number | null;
  readonly payment_status: 'paid' | 'unpaid' | null;
  readonly received_payment_ids: readonly string[];
  readonly verification_carta_porte: string | null;
  /** Whether a draft passes what can be known before it is stamped. */
  readonly is_ready_to_stamp: boolean;
  readonly folio_number: number | null;
  /** Of one that was issued elsewhere; no other has the field. */
  readonly imported?: ImportedDoc;
  /** Whose it is, of one that was received; no other has the field. */
  readonly supplier?: SupplierSnapshot | null;
}

/** How a document that was issued elsewhere came here, and how the tax authority has it. */
export interface ImportedDoc {
  readonly source: InvoiceSource;
  /** Instant of its import. */
  readonly at: string;
  readonly sat_status: SatStatus;
  readonly sat_checked_at: string | null;
  readonly efos: SatStanding['efos'];
  /** Folio as it is written, where `folio_number` can't say it. */
  readonly folio?: string;
}

/** An invoice that is not stored: what it would be, without what only a stored one has. */
export interface PreviewDoc
  extends InvoiceContentDoc, InvoiceTotalsDoc, Omit<InvoiceIssueDoc, 'folio_number'> {
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly status: 'preview';
}
