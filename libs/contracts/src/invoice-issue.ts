import type { IssuerSnapshot } from './invoice-content.js';

/** What an invoice has beside its content once it is issued and stamped, wherever that was. */

/** Taxes of one kind and rate, summed over the lines (Anexo 20: Impuestos of the Comprobante). */
export interface TaxSummary {
  readonly type: string;
  readonly factor: string;
  readonly rate: string | null;
  readonly base: string | null;
  readonly amount: string | null;
  readonly withholding: boolean;
  /** A state or municipal tax (implocal). */
  readonly local: boolean;
}

/** The amounts of the Comprobante, decimal text with the currency's decimals. */
export interface InvoiceTotals {
  readonly subtotal: string;
  readonly discount: string;
  readonly total: string;
  readonly taxes: readonly TaxSummary[];
}

/** What is fixed the moment an invoice is issued. */
export interface InvoiceIssue {
  /** Counts the stampings of this invoice: a draft that was refused is issued again under the next number. */
  readonly number: number;
  readonly issuer: IssuerSnapshot;
  readonly series: string | null;
  readonly folio_number: number;
  /** Folio of a document that was issued elsewhere, as it is written; absent where `folio_number` says it. */
  readonly folio?: string;
  /** Instant of issue, ISO 8601 in UTC, whole seconds. */
  readonly date: string;
  /** The same in the local time of the place of issue: the Comprobante's Fecha. */
  readonly fecha: string;
  readonly totals: InvoiceTotals;
}

/** The stamp as the tax authority's provider gave it. */
export interface InvoiceStamp {
  readonly uuid: string;
  /** Instant of stamping, ISO 8601 in UTC. */
  readonly date: string;
  /** Sello of the issuer. */
  readonly signature: string;
  readonly sat_cert_number: string;
  readonly sat_signature: string;
  readonly rfc_provider_cert: string;
  /** Cadena original of the TimbreFiscalDigital. */
  readonly complement_string: string;
  readonly issuer_cert_number: string;
  /** Where the signed XML is kept, and the stamp's node that completes it. */
  readonly xml_key: string;
  readonly timbre_xml: string;
  readonly verification_url: string;
  /** Address of the QR code of its Carta Porte, where it has one. */
  readonly verification_carta_porte?: string;
}

export type CancellationStatus = 'none' | 'accepted' | 'pending' | 'verifying' | 'rejected' | 'expired';

/** The issuer is on the list of article 69-B, or the RFC that it issued for, or neither. */
export type EfosStanding = 'listed' | 'third_party_listed' | 'not_listed';
