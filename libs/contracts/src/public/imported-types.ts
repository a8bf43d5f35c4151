import type { InvoiceContentV1, InvoiceTotalsV1 } from './invoice-types.js';
import type { DecimalText, Id, Instant, Tenanted } from './primitives.js';

/** What the tax authority's status service says of a document. */
interface SatStandingV1 {
  /** null: it was not asked yet, or did not answer. */
  readonly sat_status: 'valid' | 'canceled' | 'not_found' | null;
  /** Instant of that answer. */
  readonly sat_checked_at: Instant | null;
  /** Whether the list of article 69-B has the issuer, or the third party that it issued for; null: nobody has said. */
  readonly efos: 'listed' | 'third_party_listed' | 'not_listed' | null;
}

/** Documents that a payment pays. */
interface PaidDocumentsV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly { readonly uuid: string; readonly amount: DecimalText }[];
}

/** A document that was issued elsewhere came: the organization's own past, or, `receiving`, what somebody issued to it. */
export interface InvoiceImportedV1 extends Tenanted, SatStandingV1 {
  readonly issuer_type: 'issuing' | 'receiving';
  readonly source: 'upload' | 'email' | 'download';
  /** Of a received one: its issuer, as it is known here. */
  readonly supplier: { readonly id: Id; readonly legal_name: string; readonly tax_id: string } | null;
  /** As it is printed. */
  readonly issuer: { readonly legal_name: string; readonly tax_id: string; readonly tax_system: string };
  readonly series: string | null;
  /** 0 where it has none, or one that is no number. */
  readonly folio_number: number;
  /** Instant of issue. */
  readonly date: Instant;
  /** The same in the local time of the place of issue, without a zone: the Fecha of the document. */
  readonly fecha: string;
  /** Folio fiscal. */
  readonly uuid: string;
  /** When it was stamped. */
  readonly stamp_date: Instant;
  readonly content: InvoiceContentV1;
  readonly totals: InvoiceTotalsV1;
  /** Of type P: what it pays, of the organization or not. */
  readonly pays: PaidDocumentsV1;
}

/** The tax authority has an imported document otherwise than before. With `canceled` the document is canceled. */
export interface InvoiceSatStatusRecordedV1 extends Tenanted, SatStandingV1 {
  readonly issuer_type: 'issuing' | 'receiving';
}

/** A second stamp of the same document: its answer was lost, and another provider has stamped it since. */
interface SurplusStampV1 extends Tenanted {
  /** Folio fiscal of the second one; the document keeps its own. */
  readonly uuid: string;
  /** The provider that has stamped it. */
  readonly pac: string;
}

/** What became of a second stamp. `reported`: it is left to the operator. */
interface SurplusSettledV1 extends SurplusStampV1 {
  readonly status: 'canceled' | 'reported' | 'pending' | 'refused';
}

/** Another provider has stamped the invoice too: the tax authority has a second CFDI of the same sale. */
export type InvoiceSurplusStampFoundV1 = SurplusStampV1;
/** What became of the second CFDI of an invoice is known. */
export type InvoiceSurplusStampSettledV1 = SurplusSettledV1;
/** Another provider has stamped the retention too. */
export type RetentionSurplusStampFoundV1 = SurplusStampV1;
/** What became of the second document of a retention is known. */
export type RetentionSurplusStampSettledV1 = SurplusSettledV1;
