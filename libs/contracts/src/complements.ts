import type { TaxFactor, TaxType } from './taxes.js';

/** Plain JSON, as a caller wrote it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** A tax of the paid part of a document, in the document's currency. */
export interface PaymentTax {
  readonly base: string;
  readonly type: TaxType;
  readonly factor: TaxFactor;
  /** null only where the factor is Exento. */
  readonly rate: string | null;
  readonly withholding: boolean;
  /** null: base x rate. Given where payments add up to a document's own tax to the cent. */
  readonly amount: string | null;
}

/** What a payment says of an invoice by the payments before it. */
export type DerivedValue = 'installment' | 'last_balance' | 'taxes';

/** A document that a payment pays. Amounts are in the document's currency. */
export interface PaymentDocument {
  /** The invoice of ours that it is; null for one that was issued elsewhere. */
  readonly invoice: string | null;
  readonly uuid: string;
  readonly amount: string;
  readonly installment: number;
  readonly last_balance: string;
  readonly taxes: readonly PaymentTax[];
  readonly taxability: string;
  readonly currency: string;
  /** Units of the document's currency for one of the payment's. */
  readonly exchange: string;
  readonly folio_number: string | null;
  readonly series: string | null;
  /** Of an invoice of ours: what the caller left to us, which is worked out again when the payment is issued. */
  readonly derived?: readonly DerivedValue[];
  /** Payments of the same invoice in whose place this one is; known when it is issued. */
  readonly replaces?: readonly string[];
}

/** One payment. Its amount is what its documents add up to. */
export interface Payment {
  readonly payment_form: string;
  readonly currency: string;
  /** MXN for one unit of the payment's currency. */
  readonly exchange: string;
  /** Instant, ISO 8601 in UTC; null: when the document is issued. */
  readonly date: string | null;
  readonly related_documents: readonly PaymentDocument[];
  readonly numOperacion: string | null;
  readonly rfcEmisorCtaOrd: string | null;
  readonly nomBancoOrdExt: string | null;
  readonly ctaOrdenante: string | null;
  readonly rfcEmisorCtaBen: string | null;
  readonly ctaBeneficiario: string | null;
  readonly tipoCadPago: string | null;
  readonly certPago: string | null;
  readonly cadPago: string | null;
  readonly selloPago: string | null;
}

/**
 * A complement of an invoice. Payments are made complete when they are written, since balances depend on them; the
 * others are what the caller wrote, with numbers in their shortest text once they are read.
 */
export type Complement =
  | { readonly type: 'pago'; readonly data: readonly Payment[] }
  | {
      readonly type: 'nomina' | 'carta_porte' | 'comercio_exterior' | 'leyendas_fiscales';
      readonly data: JsonObject;
    }
  /** One XML element. */
  | { readonly type: 'custom'; readonly data: string };

/** Complement of one line: an XML element, or the fields of iedu or hidrocarburos. */
export type ItemComplement = string | JsonObject;

/** A namespace that the caller's XML uses. */
export interface Namespace {
  readonly prefix: string;
  readonly uri: string;
  readonly schema_location: string;
}
