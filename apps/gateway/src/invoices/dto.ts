import { OmitType, PartialType } from '@nestjs/swagger';
import { hints, paymentMethodNames, typeNames } from '#billing';
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
import { ItemPartBody, ItemProductBody } from './item-product.dto.js';
import { GlobalBody, PlaceOfIssueBody, RelatedDocumentBody, ThirdPartyBody } from './parts.dto.js';
import { PdfOptionsBody } from './pdf-options.dto.js';

export { PdfOptionsBody } from './pdf-options.dto.js';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;
/** An item's own limit is the invoice's: 5000 items. */
export const MAX_ITEMS = 5000;

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
    ...{
      ...CLEARABLE,
      exact: 2,
      description:
        'How it is or was paid: 03 is a transfer, 99 comes later with PPD (c_FormaPago: `GET /v2/catalogs/sat/payment-forms`)',
      hint: hints.payment_form,
    },
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
      description:
        'What the customer uses the invoice for, as its regime allows (c_UsoCFDI: `GET /v2/catalogs/sat/cfdi-uses`); by default, the customer’s own, or S01 abroad and for the public',
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
    ...{
      ...OPTIONAL,
      exact: 3,
      default: 'MXN',
      description: 'Currency of all amounts, by ISO 4217: MXN, USD (c_Moneda)',
      hint: hints.currency,
    },
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
  @OneOf(['01', '02', '03', '04'], {
    ...OPTIONAL,
    default: '01',
    description: 'Whether the goods leave the country (c_Exportacion)',
  })
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
    description:
      'Date of issue, within the last 72 hours; by default, now. Without a zone, in the organization’s',
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
