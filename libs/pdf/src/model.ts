import type { XmlNode } from '#cfdi';
import type { Amount } from './format.js';

/** A catalogue by the tax authority's own name (Anexo 20, catCFDI, and the catalogues of complements). */
export type CatalogueName = string;

/**
 * A key's label ("601" of c_RegimenFiscal is "General de Ley Personas Morales"), or undefined when unknown. `of` is what
 * a place is in: the postal code of a colonia, the state of a municipality, the country of a state.
 */
export type LabelLookup = (catalogue: CatalogueName, key: string, of?: string) => string | undefined;

export interface PdfAddress {
  street?: string | null;
  exterior?: string | null;
  interior?: string | null;
  neighborhood?: string | null;
  city?: string | null;
  municipality?: string | null;
  zip?: string | null;
  state?: string | null;
  /** ISO 3166-1 alpha-3. */
  country?: string | null;
}

export interface PdfParty {
  legal_name: string;
  tax_id: string;
  tax_system?: string | null;
  address?: PdfAddress | null;
  email?: string | null;
  phone?: string | null;
}

/** A customer abroad may have no identification. */
export type PdfCustomer = Omit<PdfParty, 'tax_id'> & { tax_id: string | null };

/** A tax of a line, of a payment, or summed over the invoice. */
export interface PdfTax {
  /** IVA, ISR or IEPS; the free name of a local tax. */
  type: string;
  /** Tasa, Cuota or Exento. Default Tasa. */
  factor?: string | null;
  /** Fraction (0.16), or the amount a unit where the factor is Cuota. */
  rate?: Amount | null;
  withholding?: boolean | null;
  base?: Amount | null;
  /** Not there for Exento. */
  amount?: Amount | null;
  /** True for taxes of the local-taxes complement (implocal). */
  local?: boolean;
}

export interface PdfItem {
  quantity: Amount;
  discount?: Amount | null;
  /** ValorUnitario as the CFDI carries it, without taxes, up to six decimals. */
  unit_value: Amount;
  /** Importe: quantity x unit_value. */
  amount: Amount;
  /** Taxes with their computed amounts; without it the product's rates are shown. */
  taxes?: readonly PdfTax[];
  product: {
    description: string;
    product_key?: string | null;
    unit_key?: string | null;
    unit_name?: string | null;
    sku?: string | null;
    taxability?: string | null;
    taxes?: readonly PdfTax[];
    local_taxes?: readonly PdfTax[];
  };
  customs_keys?: readonly string[] | null;
  property_tax_account?: string | readonly string[] | null;
  third_party?: PdfThirdParty | null;
  parts?: readonly PdfItemPart[] | null;
  /** The element of its ComplementoConcepto. */
  complemento?: XmlNode | null;
}

/** On whose account a line is sold, or a payment received. */
export interface PdfThirdParty {
  legal_name: string;
  tax_id: string;
  tax_system?: string | null;
  zip?: string | null;
}

export interface PdfItemPart {
  description: string;
  product_key?: string | null;
  quantity?: Amount | null;
  sku?: string | null;
  unit_price?: Amount | null;
  unit_name?: string | null;
  customs_keys?: readonly string[] | null;
}

/** The optional data of an employee. */
export interface PdfPayrollOptions {
  tipo_contrato: boolean;
  puesto: boolean;
  riesgo_puesto: boolean;
  antiguedad: boolean;
}

/** What the organization, or one invoice through `pdf_options`, chooses to show. */
export interface PdfOptions {
  /** Catalogue keys before their labels. */
  codes: boolean;
  product_key: boolean;
  /** Catalogue keys of countries, states and other places before their names. */
  address_codes: boolean;
  export_key: boolean;
  /** Unit prices with the currency's decimals instead of up to six. */
  round_unit_price: boolean;
  /** Taxes by line and by rate; otherwise only their sums. */
  tax_breakdown: boolean;
  /** IEPS by line and by rate; otherwise one sum. */
  ieps_breakdown: boolean;
  /** Subtotal printed with the transferred IEPS in it. */
  combine_ieps_with_subtotal: boolean;
  /** The Carta Porte complement, with its own QR code. */
  render_carta_porte: boolean;
  /** Complements of lines: private schools, hydrocarbons. */
  render_iedu: boolean;
  render_hyp_complement: boolean;
  /** The foreign trade complement. */
  render_comercio_exterior: boolean;
  /** QR and seals on every page. */
  repeat_signature: boolean;
  payroll_options: PdfPayrollOptions;
}

/** Options as stored: only those that were set. */
export type GivenPdfOptions = Partial<Omit<PdfOptions, 'payroll_options'>> & {
  payroll_options?: Partial<PdfPayrollOptions> | null;
};

/** Who issues and how its documents look. */
export interface PdfOrganization {
  /** Commercial name, when it differs from the legal one. */
  name?: string | null;
  phone?: string | null;
  website?: string | null;
  support_email?: string | null;
  /** hex6, with or without #. */
  color?: string | null;
  /** PNG or JPEG file content; anything else is left out. */
  logo?: Uint8Array | null;
  pdf_extra?: GivenPdfOptions | null;
}

/**
 * What the PDF of an invoice needs: the API's invoice (contract: Invoice response) with what it does not carry:
 * the organization's customization, the time zone of the place of expedition, and catalogue labels.
 */
export interface InvoicePdfModel {
  livemode: boolean;
  /** `preview`: of an invoice that was never made. */
  status: 'preview' | 'draft' | 'pending' | 'valid' | 'canceled' | 'failed';
  canceled_at?: string | null;
  /** Of a canceled one: null where this service was not asked. */
  cancellation?: {
    readonly motive: '01' | '02' | '03' | '04' | null;
    readonly substitutionUUID: string | null;
  } | null;
  type: 'I' | 'E' | 'P' | 'N' | 'T';
  series?: string | null;
  folio_number?: number | string | null;
  uuid?: string | null;
  date?: string | null;
  /** IANA name, for the local times of the document. */
  timezone: string;
  /** Place of expedition; the issuer's address when missing. */
  address?: PdfAddress | null;
  issuer_info: PdfParty;
  customer?: PdfCustomer | null;
  currency: string;
  exchange?: Amount | null;
  payment_form?: string | null;
  payment_method?: string | null;
  use?: string | null;
  export?: string | null;
  conditions?: string | null;
  /** `periodicity` as the API names it (month) or as c_Periodicidad (04). */
  global?: { periodicity: string; months: string; year: number } | null;
  items: readonly PdfItem[];
  subtotal: Amount;
  discount?: Amount | null;
  taxes: readonly PdfTax[];
  total: Amount;
  related_documents?: readonly { relationship: string; documents: readonly string[] }[] | null;
  /** On whose account a payment was received. */
  third_party?: PdfThirdParty | null;
  /** Elements of cfdi:Complemento, the stamp not among them. */
  complementos?: readonly XmlNode[] | null;
  /** FechaTimbrado as the stamp has it, for the QR code of a Carta Porte. */
  fechaTimbrado?: string | null;
  pdf_custom_section?: string | null;
  pdf_options?: GivenPdfOptions | null;
  /** NoCertificado of the issuer's CSD. */
  certificate_number?: string | null;
  stamp?: {
    date: string;
    signature: string;
    sat_cert_number: string;
    sat_signature: string;
    /** Cadena original del complemento de certificación digital del SAT. */
    complement_string?: string | null;
    rfc_provider_cert?: string | null;
  } | null;
  verification_url?: string | null;
  organization: PdfOrganization;
  label: LabelLookup;
}

/** What the PDF of a cancellation receipt (acuse) needs. */
export interface AcusePdfModel {
  /** Absent: a Comprobante. */
  document?: 'retention';
  livemode: boolean;
  uuid: string;
  series?: string | null;
  folio_number?: number | string | null;
  issuer: { tax_id: string; legal_name?: string | null };
  customer?: { tax_id: string | null; legal_name?: string | null } | null;
  total?: Amount | null;
  currency?: string | null;
  /** Date of the invoice. */
  issued_at?: string | null;
  motive: '01' | '02' | '03' | '04';
  /** UUID of the invoice that replaces the canceled one (motive 01). */
  substitution_uuid?: string | null;
  requested_at?: string | null;
  /** `Fecha` of the acuse. */
  acknowledged_at: string;
  canceled_at?: string | null;
  /** EstatusUUID of the acuse: 201, 202... */
  status_code?: string | null;
  cancellation_status: 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected' | 'expired';
  /** SignatureValue of the acuse. */
  sat_seal?: string | null;
  timezone: string;
  organization: PdfOrganization;
}
