/**
 * What an invoice says, in the API's words, as events and commands carry it: JSON, every amount decimal text,
 * every optional value present (null where nothing was said).
 */

import type { Complement, ItemComplement, Namespace } from './complements.js';
import type { TaxFactor, TaxType } from './taxes.js';

export type IepsMode = 'sum_before_taxes' | 'unit' | 'break_down' | 'subtract_before_break_down';

export interface Tax {
  readonly type: TaxType;
  readonly factor: TaxFactor;
  /** Fraction (0.16), or MXN per unit of the base where the factor is Cuota. */
  readonly rate: string;
  /** Taxed base of one unit; null: all of the line. */
  readonly base: string | null;
  readonly withholding: boolean;
  readonly ieps_mode: IepsMode;
}

export interface LocalTax {
  readonly type: string;
  /** Fraction (0.05). */
  readonly rate: string;
  readonly base: string | null;
  readonly withholding: boolean;
}

export interface ItemProduct {
  /** The product that the line was made from; null for one described in place. */
  readonly id: string | null;
  readonly description: string;
  readonly product_key: string;
  readonly unit_key: string;
  readonly unit_name: string | null;
  /** Price of one unit, with taxes where tax_included. */
  readonly price: string;
  readonly tax_included: boolean;
  readonly taxability: string;
  readonly taxes: readonly Tax[];
  readonly local_taxes: readonly LocalTax[];
  readonly sku: string | null;
}

export interface ItemPart {
  readonly description: string;
  readonly product_key: string;
  readonly quantity: string;
  readonly sku: string | null;
  readonly unit_price: string | null;
  readonly unit_name: string | null;
  readonly customs_keys: readonly string[];
}

export interface ThirdParty {
  readonly legal_name: string;
  readonly tax_id: string;
  readonly tax_system: string;
  readonly zip: string;
}

export interface InvoiceItem {
  readonly quantity: string;
  /** Of the whole line, in the same terms as the price (with taxes where tax_included). */
  readonly discount: string;
  readonly product: ItemProduct;
  readonly parts: readonly ItemPart[];
  readonly customs_keys: readonly string[];
  readonly third_party: ThirdParty | null;
  readonly property_tax_account: readonly string[];
  /** Absent in what was written before complements existed. */
  readonly complement?: ItemComplement | null;
}

export interface Address {
  readonly street: string | null;
  readonly exterior: string | null;
  readonly interior: string | null;
  readonly neighborhood: string | null;
  readonly city: string | null;
  readonly municipality: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  readonly country: string;
}

/** An address of which only the country is known, and that by default. */
export const emptyAddress: Address = {
  street: null,
  exterior: null,
  interior: null,
  neighborhood: null,
  city: null,
  municipality: null,
  zip: null,
  state: null,
  country: 'MEX',
};

/** The customer as it was when the invoice was written. */
export interface CustomerSnapshot {
  readonly id: string | null;
  readonly legal_name: string;
  readonly tax_id: string | null;
  readonly tax_system: string | null;
  readonly email: string | null;
  readonly address: Address;
}

export interface RelatedDocuments {
  readonly relationship: string;
  readonly documents: readonly string[];
}

export interface GlobalInformation {
  readonly periodicity: string;
  readonly months: string;
  readonly year: number;
}

export type InvoiceType = 'I' | 'E' | 'P' | 'N' | 'T';

/** Everything that the caller decides about an invoice; a draft may lack what stamping needs. */
export interface InvoiceContent {
  readonly type: InvoiceType;
  readonly customer: CustomerSnapshot | null;
  readonly items: readonly InvoiceItem[];
  readonly payment_form: string | null;
  /** PUE or PPD; null for types that have none (P, T). */
  readonly payment_method: string | null;
  readonly use: string;
  readonly currency: string;
  /** MXN for one unit of the currency; null: not said yet, of a currency other than MXN. */
  readonly exchange: string | null;
  readonly conditions: string | null;
  readonly related_documents: readonly RelatedDocuments[];
  readonly global: GlobalInformation | null;
  readonly export: string;
  /** Instant asked for, ISO 8601 in UTC; null: when it is issued. */
  readonly date: string | null;
  /** Place of issue; null: the organization's own address. */
  readonly address: Address | null;
  readonly external_id: string | null;
  readonly idempotency_key: string | null;
  /** Asked for by the caller; null: the next one of the series. */
  readonly folio_number: number | null;
  readonly series: string | null;
  readonly pdf_custom_section: string | null;
  readonly pdf_options: PdfOptions | null;
  /** These four are absent in what was written before complements existed. */
  readonly complements?: readonly Complement[];
  /** XML of the caller's own, which is not signed. */
  readonly addenda?: string | null;
  readonly namespaces?: readonly Namespace[];
  /** On whose account a payment (type P) was received. */
  readonly third_party?: ThirdParty | null;
}

export type PdfOptions = Readonly<Record<string, boolean | Readonly<Record<string, boolean>>>>;

/** The organization as the issuer of one invoice. */
export interface IssuerSnapshot {
  readonly legal_name: string;
  readonly tax_id: string;
  readonly tax_system: string;
  readonly address: Address;
  /** Number of the CSD that the organization has chosen to sign with; absent where it has none. */
  readonly certificate?: string;
}
