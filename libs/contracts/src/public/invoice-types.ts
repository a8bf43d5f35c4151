import type { DecimalText, Id, Instant, Reasons, Tenanted } from './primitives.js';

/** A tax of one unit or line, as the invoice asks for it. */
export interface ItemTaxV1 {
  readonly type: string;
  /** Tasa, Cuota or Exento; null for state and municipal taxes. */
  readonly factor: string | null;
  /** Fraction (0.16), or an amount for one unit where the factor is Cuota. */
  readonly rate: DecimalText;
  readonly withholding: boolean;
  /** A state or municipal tax. */
  readonly local: boolean;
}

export interface InvoiceItemV1 {
  /** The product that the line was made from; null for one described in place. */
  readonly product: Id | null;
  readonly description: string;
  /** Key of c_ClaveProdServ. */
  readonly product_key: string;
  /** Key of c_ClaveUnidad. */
  readonly unit_key: string;
  readonly sku: string | null;
  readonly quantity: DecimalText;
  /** Of one unit, with taxes where tax_included. */
  readonly price: DecimalText;
  /** Of the whole line, in the terms of the price. */
  readonly discount: DecimalText;
  readonly tax_included: boolean;
  /** Key of c_ObjetoImp. */
  readonly taxability: string;
  readonly taxes: readonly ItemTaxV1[];
}

/** The lines, the first of them where there are very many: `GET /v2/invoices/{id}` has them all. */
export interface InvoiceItemsV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly InvoiceItemV1[];
}

/** The customer as it was when the invoice was written. */
export interface InvoiceCustomerV1 {
  readonly id: Id | null;
  readonly legal_name: string;
  readonly tax_id: string | null;
  readonly tax_system: string | null;
  readonly zip: string | null;
  readonly country: string;
}

export interface RelatedDocumentV1 {
  /** Key of c_TipoRelacion. */
  readonly relationship: string;
  /** Folio fiscal of the related document. */
  readonly uuid: string;
}

export interface RelatedDocumentsV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly RelatedDocumentV1[];
}

/** What an invoice says. Contents of complements, which may be payrolls, are left to the API. */
export interface InvoiceContentV1 {
  /** I (ingreso), E (egreso), P (pago), N (nómina), T (traslado). */
  readonly type: 'I' | 'E' | 'P' | 'N' | 'T';
  readonly customer: InvoiceCustomerV1 | null;
  readonly items: InvoiceItemsV1;
  readonly payment_form: string | null;
  readonly payment_method: string | null;
  /** Key of c_UsoCFDI. */
  readonly use: string;
  readonly currency: string;
  /** MXN for one unit of the currency; 1 in a draft that has no rate yet, whose problems say so. */
  readonly exchange: DecimalText;
  readonly export: string;
  readonly related_documents: RelatedDocumentsV1;
  /** Of a global invoice. */
  readonly global: { readonly periodicity: string; readonly months: string; readonly year: number } | null;
  /** Which complements it has. */
  readonly complements: readonly string[];
  readonly external_id: string | null;
}

/** A tax of the whole document: one kind, factor and rate. */
export interface TaxTotalV1 {
  readonly type: string;
  readonly factor: string;
  readonly rate: DecimalText | null;
  readonly base: DecimalText | null;
  readonly amount: DecimalText | null;
  readonly withholding: boolean;
  readonly local: boolean;
}

export interface TaxTotalsV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly TaxTotalV1[];
}

/** Amounts in the invoice's currency, with its decimals. */
export interface InvoiceTotalsV1 {
  readonly subtotal: DecimalText;
  readonly discount: DecimalText;
  readonly total: DecimalText;
  readonly taxes: TaxTotalsV1;
}

/** What a payment (type P) pays of an invoice of the same organization, in that invoice's currency. */
export interface PaidInvoiceV1 {
  readonly invoice: Id;
  readonly amount: DecimalText;
}

export interface PaidInvoicesV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly PaidInvoiceV1[];
}

/** A draft was made. It has no fiscal validity, and no folio unless the caller asked for one. */
export interface InvoiceDraftedV1 extends Tenanted {
  readonly content: InvoiceContentV1;
  /** null where they can't be computed yet. */
  readonly totals: InvoiceTotalsV1 | null;
  /** What stands in the way of stamping it. */
  readonly problems: Reasons;
  /** The invoice that it is a copy of. */
  readonly copied_from: Id | null;
}

/** A draft was changed; the event has all of it as it is now. */
export interface InvoiceEditedV1 extends Tenanted {
  readonly content: InvoiceContentV1;
  readonly totals: InvoiceTotalsV1 | null;
  readonly problems: Reasons;
}

/** A draft was deleted. */
export type InvoiceDeletedV1 = Tenanted;

/**
 * The invoice has its folio, date and amounts and is on its way to the stamp. It is no tax document yet: what
 * follows is `invoice.stamped`, `invoice.stamping_refused` or `invoice.stamping_failed` with the same number.
 */
export interface InvoiceIssuedV1 extends Tenanted {
  /** Counts how often this invoice was issued, from 1. */
  readonly number: number;
  readonly issuer: { readonly legal_name: string; readonly tax_id: string; readonly tax_system: string };
  readonly series: string | null;
  readonly folio_number: number;
  /** Instant of issue. */
  readonly date: Instant;
  /** The same in the local time of the place of issue, without a zone: the Fecha of the document. */
  readonly fecha: string;
  readonly content: InvoiceContentV1;
  readonly totals: InvoiceTotalsV1;
}

/** The invoice is stamped: a tax document from now on. */
export interface InvoiceStampedV1 extends Tenanted {
  readonly number: number;
  /** Folio fiscal. */
  readonly uuid: string;
  /** When the provider stamped it. */
  readonly stamp_date: Instant;
  readonly sat_cert_number: string;
  readonly issuer_cert_number: string;
  readonly rfc_provider_cert: string;
  /** The tax authority's page about it. */
  readonly verification_url: string;
  /** Of type P. */
  readonly payments: PaidInvoicesV1;
}

/** Provider or tax authority refused it: a draft again where it was one, otherwise it does not exist. */
export interface InvoiceStampingRefusedV1 extends Tenanted {
  readonly number: number;
  readonly code: string;
  readonly reasons: Reasons;
}

/** Nobody can say yet whether it is stamped; the work goes on. */
export interface InvoiceStampingDelayedV1 extends Tenanted {
  readonly number: number;
  readonly reason: string;
}

/** It was certainly never stamped, and is given up. */
export interface InvoiceStampingFailedV1 extends Tenanted {
  readonly number: number;
  readonly reason: string;
}

/** A payment of this invoice was stamped. */
export interface InvoicePaymentReceivedV1 extends Tenanted {
  /** The invoice of type P. */
  readonly payment: Id;
  readonly amount: DecimalText;
}

/** A payment of this invoice was canceled: what it paid is due again. */
export interface InvoicePaymentRevertedV1 extends Tenanted {
  readonly payment: Id;
  readonly amount: DecimalText;
}

/** Its cancellation was asked for. */
export interface InvoiceCancellationRequestedV1 extends Tenanted {
  /** Counts the requests for this invoice, from 1. */
  readonly number: number;
  readonly uuid: string;
  readonly motive: '01' | '02' | '03' | '04';
  /** Folio fiscal of the document in its place (motive 01). */
  readonly substitution: string | null;
}

/** How the request stands with the tax authority. After `rejected` and `expired` the invoice is valid as before. */
export interface InvoiceCancellationUpdatedV1 extends Tenanted {
  readonly number: number;
  readonly cancellation_status: 'pending' | 'verifying' | 'rejected' | 'expired';
}

/** The tax authority took no such request. */
export interface InvoiceCancellationRefusedV1 extends Tenanted {
  readonly number: number;
  readonly code: string;
  readonly reasons: Reasons;
}

/** The invoice is canceled with the tax authority. */
export interface InvoiceCanceledV1 extends Tenanted {
  readonly number: number;
  /** Of type P: what it no longer pays. */
  readonly payments: PaidInvoicesV1;
}
