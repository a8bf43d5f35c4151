import { OmitType, PartialType } from '@nestjs/swagger';
import { hints, paymentMethodNames, periodicityHints, typeNames } from '#billing';
import {
  Amount,
  ByType,
  DateTime,
  Flag,
  Integer,
  ListOf,
  Nested,
  OneOf,
  Text,
  idRef,
  json,
  listOf,
  nested,
  text,
} from '#http';
import { ComplementBody, NamespaceBody } from './complements/dto.js';
import { CustomerData } from '../customers/dto.js';
import { LocalTaxBody, TaxBody, UNIT_NAME } from '../products/dto.js';
import { PdfOptionsBody } from './pdf-options.dto.js';

export { PdfOptionsBody } from './pdf-options.dto.js';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;
const ZIP = { digits: 5, pattern: /^\d{5}$/, expected: { es: '5 dígitos', en: '5 digits' } } as const;
/** An item's own limit is the invoice's: 5000 items. */
export const MAX_ITEMS = 5000;

export class PlaceOfIssueBody {
  @Text({ ...CLEARABLE, max: 200, description: 'Street' }) street?: string | null;
  @Text({ ...CLEARABLE, max: 60, description: 'Exterior number' }) exterior?: string | null;
  @Text({ ...CLEARABLE, max: 60, description: 'Interior number' }) interior?: string | null;
  @Text({ ...CLEARABLE, max: 120, description: 'Neighborhood (colonia)' }) neighborhood?: string | null;
  @Text({ ...CLEARABLE, max: 120, description: 'City' }) city?: string | null;
  @Text({ ...CLEARABLE, max: 120, description: 'Municipality' }) municipality?: string | null;
  @Text({
    ...ZIP,
    description: "Postal code: the CFDI's LugarExpedicion",
    alsoCalled: ['codigo_postal', 'cp', 'postal_code'],
  })
  zip!: string;
  @Text({ ...CLEARABLE, max: 120, description: 'State' }) state?: string | null;
  @Text({ ...CLEARABLE, pattern: /^MEX$/, expected: 'MEX', description: 'Invoices are issued in Mexico' })
  country?: string | null;
}

export class ItemProductBody {
  @Text({
    ...{ max: 1000, multiline: true, description: 'The text that appears on the invoice' },
    alsoCalled: ['name', 'nombre', 'concepto', 'descripcion'],
  })
  description!: string;
  @Text({
    ...{ ...OPTIONAL, max: 20, description: 'c_ClaveProdServ; required except for types E and T' },
    alsoCalled: ['clave_prod_serv', 'clave_producto', 'clave'],
  })
  product_key?: string;
  @Text({
    ...OPTIONAL,
    max: 20,
    default: 'H87',
    description: 'c_ClaveUnidad',
    alsoCalled: ['clave_unidad', 'unit'],
  })
  unit_key?: string;
  @Text({ ...OPTIONAL, max: 20, description: UNIT_NAME }) unit_name?: string;
  @Amount({
    ...{ ...OPTIONAL, min: 0, description: 'Price of one unit; required except for type T' },
    alsoCalled: ['precio', 'valor_unitario', 'unit_price', 'amount'],
  })
  price?: string;
  @Flag({ ...OPTIONAL, default: true, description: 'Whether `price` includes the taxes' })
  tax_included?: boolean;
  @Text({
    ...{ ...OPTIONAL, exact: 2, default: '02', description: 'c_ObjetoImp', hint: hints.taxability },
    alsoCalled: ['objeto_imp', 'objeto_impuesto'],
  })
  taxability?: string;
  @ListOf(() => TaxBody, {
    ...OPTIONAL,
    max: 20,
    alsoCalled: ['impuestos'],
    description: 'Federal taxes. Not sent: IVA of 16 % with taxability 02, else none. An empty list: none',
  })
  taxes?: TaxBody[];
  @ListOf(() => LocalTaxBody, { ...OPTIONAL, max: 20, description: 'Taxes of states and municipalities' })
  local_taxes?: LocalTaxBody[];
  @Text({ ...CLEARABLE, max: 100, description: 'Your own identifier of the product (NoIdentificacion)' })
  sku?: string | null;
}

export class ItemPartBody {
  @Text({ max: 1000, multiline: true, description: 'What the part is' }) description!: string;
  @Text({ max: 20, description: 'c_ClaveProdServ' }) product_key!: string;
  @Amount({ ...OPTIONAL, above: 0, default: 1, description: 'How many are in one item' }) quantity?: string;
  @Text({ ...CLEARABLE, max: 100, description: 'Your own identifier of the part (NoIdentificacion)' }) sku?:
    string | null;
  @Amount({ ...OPTIONAL, above: 0, description: 'Price of one' }) unit_price?: string;
  @Text({ ...CLEARABLE, max: 20, description: 'Word for the unit' }) unit_name?: string | null;
  @ListOf(text({ max: 21 }), {
    ...OPTIONAL,
    max: 100,
    description: 'Numbers of the pedimentos by which it was imported: `15  48  3009  0001234`',
  })
  customs_keys?: string[];
}

export class ThirdPartyBody {
  @Text({ max: 300, description: 'Its legal name' }) legal_name!: string;
  @Text({ min: 12, max: 13, description: 'Its RFC' }) tax_id!: string;
  @Text({ exact: 3, description: 'Its c_RegimenFiscal' }) tax_system!: string;
  @Text({ ...ZIP, description: 'Postal code of its fiscal address' }) zip!: string;
}

export class ItemBody {
  @Amount({
    ...OPTIONAL,
    above: 0,
    default: 1,
    alsoCalled: ['cantidad', 'qty'],
    description: 'How many units',
  })
  quantity?: string;
  @Amount({
    ...{ ...OPTIONAL, min: 0, default: 0, description: 'Discount of the whole item' },
    alsoCalled: ['descuento'],
  })
  discount?: string;
  @ByType(
    { string: idRef(), object: nested(() => ItemProductBody) },
    { description: 'Identifier of a product, or its data', alsoCalled: ['producto'] },
  )
  product!: string | ItemProductBody;
  @ListOf(() => ItemPartBody, { ...OPTIONAL, max: 500, description: 'What the item is made of (Parte)' })
  parts?: ItemPartBody[];
  @ListOf(text({ max: 21 }), {
    ...OPTIONAL,
    max: 100,
    description: 'Numbers of the pedimentos by which it was imported: `15  48  3009  0001234`',
  })
  customs_keys?: string[];
  @ByType(
    { string: text({ max: 65_536, multiline: true }), object: json(65_536) },
    { ...CLEARABLE, description: 'XML, or the fields of the complement iedu or hidrocarburos' },
  )
  complement?: unknown;
  @Nested(() => ThirdPartyBody, { ...CLEARABLE, description: 'Whom the item is sold for (ACuentaTerceros)' })
  third_party?: ThirdPartyBody | null;
  @ByType(
    { string: text({ max: 150 }), list: listOf(text({ max: 150 }), { max: 100 }) },
    { ...OPTIONAL, description: 'Cuenta predial of the property that is let or sold; one or several' },
  )
  property_tax_account?: string | string[];
}

export class RelatedDocumentBody {
  @Text({ exact: 2, description: 'c_TipoRelacion', hint: hints.relationship, alsoCalled: ['tipo_relacion'] })
  relationship!: string;
  @ListOf(text({ max: 36 }), { ...OPTIONAL, max: 1000, description: 'UUIDs of the documents' })
  documents?: string[];
  @Text({ ...OPTIONAL, max: 36, description: 'One UUID, as older clients send it' }) uuid?: string;
}

export class GlobalBody {
  @Text({
    ...{ max: 20, description: 'day, week, fortnight, month or two_months', hint: periodicityHints },
    alsoCalled: ['periodicidad'],
  })
  periodicity!: string;
  @Text({ exact: 2, description: 'c_Meses', hint: hints.months, alsoCalled: ['meses', 'mes'] })
  months!: string;
  @Integer({ min: 2021, max: 2100, description: 'The year of the sales: this one or the one before' })
  year!: number;
}

export class CreateInvoiceBody {
  @ByType(
    { string: idRef(), object: nested(() => CustomerData) },
    {
      ...{ ...CLEARABLE, description: 'Identifier of a customer, or its data; required except for drafts' },
      alsoCalled: ['cliente', 'receptor', 'client'],
    },
  )
  customer?: string | CustomerData | null;
  @ListOf(() => ItemBody, {
    ...OPTIONAL,
    max: MAX_ITEMS,
    alsoCalled: ['conceptos', 'lines', 'partidas', 'products'],
    description: 'What is sold (Conceptos); required for types I, E and T, unless it is a draft',
  })
  items?: ItemBody[];
  @Text({
    ...{ ...CLEARABLE, exact: 2, description: 'c_FormaPago', hint: hints.payment_form },
    alsoCalled: ['forma_pago', 'forma_de_pago'],
  })
  payment_form?: string | null;
  @OneOf(['I', 'E', 'P', 'N', 'T'], {
    ...OPTIONAL,
    default: 'I',
    valueNames: typeNames,
    alsoCalled: ['tipo'],
    description: 'Type of the CFDI (c_TipoDeComprobante)',
  })
  type?: 'I' | 'E' | 'P' | 'N' | 'T';
  @Text({
    ...{
      ...OPTIONAL,
      max: 4,
      default: 'G01',
      description: 'c_UsoCFDI; by default, the customer’s own, or S01 abroad and for the public',
      hint: hints.use,
    },
    alsoCalled: ['uso', 'uso_cfdi', 'cfdi_use'],
  })
  use?: string;
  @OneOf(['PUE', 'PPD'], {
    ...{ ...OPTIONAL, default: 'PUE', valueNames: paymentMethodNames },
    alsoCalled: ['metodo_pago', 'metodo_de_pago'],
    description: 'When it is paid (c_MetodoPago)',
  })
  payment_method?: 'PUE' | 'PPD';
  @Text({
    ...{ ...OPTIONAL, exact: 3, default: 'MXN', description: 'ISO 4217', hint: hints.currency },
    alsoCalled: ['moneda'],
  })
  currency?: string;
  @Amount({
    ...CLEARABLE,
    above: 0,
    description:
      'MXN for one unit of the currency: 1 by default with MXN, required with any other (types I, E, T)',
    alsoCalled: ['tipo_cambio', 'tipo_de_cambio', 'exchange_rate'],
  })
  exchange?: string | null;
  @Text({
    ...CLEARABLE,
    max: 1000,
    description: 'Payment terms (CondicionesDePago)',
    alsoCalled: ['condiciones', 'condiciones_de_pago'],
  })
  conditions?: string | null;
  @ListOf(() => RelatedDocumentBody, {
    ...OPTIONAL,
    max: 100,
    alsoCalled: ['relaciones', 'relacionados', 'relations'],
    description: 'Documents that it relates to (CfdiRelacionados)',
  })
  related_documents?: RelatedDocumentBody[];
  @Nested(() => GlobalBody, {
    ...CLEARABLE,
    description:
      'Makes it a global invoice: the period of its sales to the public; required with PUBLICO EN GENERAL',
  })
  global?: GlobalBody | null;
  @OneOf(['01', '02', '03', '04'], { ...OPTIONAL, default: '01', description: 'c_Exportacion' })
  export?: string;
  @ListOf(() => ComplementBody, { ...OPTIONAL, max: 20, alsoCalled: ['complementos'] })
  complements?: ComplementBody[];
  @Nested(() => ThirdPartyBody, {
    ...CLEARABLE,
    description: 'Type P: the third party on whose behalf the payment was received',
  })
  third_party?: ThirdPartyBody | null;
  @OneOf(['pending', 'draft'], {
    ...OPTIONAL,
    default: 'pending',
    description: 'Whether it is issued or stored as a draft',
  })
  status?: 'pending' | 'draft';
  @DateTime({
    ...CLEARABLE,
    description: 'Date of issue, within the last 72 hours; by default, now. Without a zone, in the organization’s',
    alsoCalled: ['fecha'],
  })
  date?: string | null;
  @Nested(() => PlaceOfIssueBody, {
    ...CLEARABLE,
    description: 'Place of issue; by default, the organization’s address',
  })
  address?: PlaceOfIssueBody | null;
  @Text({
    ...CLEARABLE,
    max: 100,
    description: 'Your own identifier of it, to find it by; it need not be unique',
  })
  external_id?: string | null;
  @Text({
    ...CLEARABLE,
    max: 255,
    min: 0,
    description:
      'Only one invoice is created for each key: another request with it is refused (409). The header Idempotency-Key answers it with the invoice',
  })
  idempotency_key?: string | null;
  @Integer({
    ...CLEARABLE,
    min: 1,
    max: 999_999_999_999,
    alsoCalled: ['folio'],
    description: 'Folio; by default, the next one of the series',
  })
  folio_number?: number | null;
  @Text({
    ...CLEARABLE,
    max: 25,
    min: 0,
    alsoCalled: ['serie'],
    description: 'Series; by default, the organization’s for this type',
  })
  series?: string | null;
  @Text({
    ...CLEARABLE,
    max: 20_000,
    multiline: true,
    description: 'Text of your own in the PDF; it is not in the CFDI',
  })
  pdf_custom_section?: string | null;
  @Text({
    ...CLEARABLE,
    max: 500_000,
    multiline: true,
    min: 0,
    description: 'XML of the Addenda, which the stamp does not cover',
  })
  addenda?: string | null;
  @ListOf(() => NamespaceBody, { ...OPTIONAL, max: 50 }) namespaces?: NamespaceBody[];
  @Nested(() => PdfOptionsBody, {
    ...CLEARABLE,
    description: 'What its PDF shows, where it is to differ from the organization’s settings',
  })
  pdf_options?: PdfOptionsBody | null;
  @Flag({ ...OPTIONAL, description: 'Answer immediately and stamp afterwards' }) async?: boolean;
}

export class EditDraftBody extends PartialType(OmitType(CreateInvoiceBody, ['status', 'async'] as const)) {
  @OneOf(['draft'], { ...OPTIONAL, description: 'A draft stays one: `POST …/stamp` issues it' })
  status?: 'draft';
}
