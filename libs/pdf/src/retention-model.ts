import type { XmlNode } from '#cfdi';
import type { Amount } from './format.js';
import type { InvoicePdfModel, LabelLookup, PdfAddress, PdfOrganization, PdfParty } from './model.js';

/** A tax that was withheld, in pesos. */
export interface PdfWithheldTax {
  /** ISR, IVA or IEPS; null where the document does not name it. */
  readonly type: string | null;
  readonly base: Amount | null;
  readonly amount: Amount;
  /** Key of c_TipoPagoRet. */
  readonly payment_type: string;
}

/** From whom it was withheld. */
export interface PdfRetentionReceiver {
  readonly legal_name: string;
  /** An RFC, or the number that a foreigner has where they live. */
  readonly tax_id: string | null;
  readonly isForeign: boolean;
  readonly curp?: string | null;
  readonly tax_system?: string | null;
  readonly address?: PdfAddress | null;
  readonly email?: string | null;
}

/** Amounts of the whole document, in pesos; null: they can't be computed yet. */
export interface PdfRetentionTotals {
  readonly operation: Amount;
  readonly taxed: Amount | null;
  readonly exempt: Amount;
  readonly withheld: Amount | null;
  /** Of key 28 (RIF). */
  readonly bimonthly_profit?: Amount | null;
  readonly isr?: Amount | null;
}

/** What the PDF of a retention needs, by what its document says. */
export interface RetentionPdfModel extends Pick<
  InvoicePdfModel,
  'livemode' | 'canceled_at' | 'cancellation' | 'uuid' | 'date' | 'timezone' | 'stamp' | 'verification_url'
> {
  readonly status: Exclude<InvoicePdfModel['status'], 'preview'>;
  /** The issuer's own number. */
  readonly internal_folio?: string | null;
  /** Key of c_CveRetenc. */
  readonly retention_key: string | null;
  readonly description?: string | null;
  readonly issuer: PdfParty;
  /** Postal code of the place of issue. */
  readonly place?: string | null;
  readonly receiver: PdfRetentionReceiver | null;
  readonly period: { readonly first: number; readonly last: number; readonly year: number } | null;
  readonly taxes: readonly PdfWithheldTax[];
  readonly totals: PdfRetentionTotals | null;
  readonly related_documents: readonly {
    readonly relationship: string;
    readonly documents: readonly string[];
  }[];
  /** Elements of retenciones:Complemento, the stamp not among them. */
  readonly complementos: readonly XmlNode[];
  readonly pdf_custom_section?: string | null;
  /** NoCertificado of the issuer's CSD. */
  readonly certificate_number?: string | null;
  readonly organization: PdfOrganization;
  /** Words of the catalogues of retentions, whose names some catalogues of invoices have too. */
  readonly label: LabelLookup;
}
