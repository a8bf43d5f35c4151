import { OmitType, PartialType } from '@nestjs/swagger';
import { hints, paymentMethodNames, periodicityHints, typeNames } from '#billing';
import {
  Amount,
  ByType,
  DateRange,
  DateTime,
  Flag,
  IdRef,
  Integer,
  ListOf,
  ListQuery,
  Nested,
  OneOf,
  Text,
  idRef,
  json,
  listOf,
  nested,
  text,
  type DateRangeInput,
} from '#http';
import { ComplementBody, NamespaceBody } from './complements/dto.js';
import { CustomerData } from '../customers/dto.js';
import { LocalTaxBody, TaxBody, UNIT_NAME } from '../products/dto.js';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;
const ZIP = { digits: 5, pattern: /^\d{5}$/, expected: { es: '5 dígitos', en: '5 digits' } } as const;
/** An item's own limit is the invoice's: 5000 items. */
export const MAX_ITEMS = 5000;

export class PlaceOfIssueBody {
  @Text({ ...CLEARABLE, max: 200 }) street?: string | null;
  @Text({ ...CLEARABLE, max: 60 }) exterior?: string | null;
  @Text({ ...CLEARABLE, max: 60 }) interior?: string | null;
  @Text({ ...CLEARABLE, max: 120 }) neighborhood?: string | null;
  @Text({ ...CLEARABLE, max: 120 }) city?: string | null;
  @Text({ ...CLEARABLE, max: 120 }) municipality?: string | null;
  @Text({
    ...ZIP,
    description: "Postal code: the CFDI's LugarExpedicion",
    alsoCalled: ['codigo_postal', 'cp', 'postal_code'],
  })
  zip!: string;
  @Text({ ...CLEARABLE, max: 120 }) state?: string | null;
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
  @Flag({ ...OPTIONAL, default: true }) tax_included?: boolean;
  @Text({
    ...{ ...OPTIONAL, exact: 2, default: '02', description: 'c_ObjetoImp', hint: hints.taxability },
    alsoCalled: ['objeto_imp', 'objeto_impuesto'],
  })
  taxability?: string;
  @ListOf(() => TaxBody, { ...OPTIONAL, max: 20, alsoCalled: ['impuestos'] }) taxes?: TaxBody[];
  @ListOf(() => LocalTaxBody, { ...OPTIONAL, max: 20 }) local_taxes?: LocalTaxBody[];
  @Text({ ...CLEARABLE, max: 100 }) sku?: string | null;
}

export class ItemPartBody {
  @Text({ max: 1000, multiline: true }) description!: string;
  @Text({ max: 20 }) product_key!: string;
  @Amount({ ...OPTIONAL, above: 0, default: 1 }) quantity?: string;
  @Text({ ...CLEARABLE, max: 100 }) sku?: string | null;
  @Amount({ ...OPTIONAL, above: 0 }) unit_price?: string;
  @Text({ ...CLEARABLE, max: 20 }) unit_name?: string | null;
  @ListOf(text({ max: 21 }), { ...OPTIONAL, max: 100 }) customs_keys?: string[];
}

export class ThirdPartyBody {
  @Text({ max: 300 }) legal_name!: string;
  @Text({ min: 12, max: 13 }) tax_id!: string;
  @Text({ exact: 3 }) tax_system!: string;
  @Text(ZIP) zip!: string;
}

export class ItemBody {
  @Amount({ ...OPTIONAL, above: 0, default: 1, alsoCalled: ['cantidad', 'qty'] }) quantity?: string;
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
  @ListOf(() => ItemPartBody, { ...OPTIONAL, max: 500 }) parts?: ItemPartBody[];
  @ListOf(text({ max: 21 }), { ...OPTIONAL, max: 100 }) customs_keys?: string[];
  @ByType(
    { string: text({ max: 65_536, multiline: true }), object: json(65_536) },
    { ...CLEARABLE, description: 'XML, or the fields of the complement iedu or hidrocarburos' },
  )
  complement?: unknown;
  @Nested(() => ThirdPartyBody, CLEARABLE) third_party?: ThirdPartyBody | null;
  @ByType({ string: text({ max: 150 }), list: listOf(text({ max: 150 }), { max: 100 }) }, OPTIONAL)
  property_tax_account?: string | string[];
}

export class RelatedDocumentBody {
  @Text({ exact: 2, description: 'c_TipoRelacion', hint: hints.relationship, alsoCalled: ['tipo_relacion'] })
  relationship!: string;
  @ListOf(text({ max: 36 }), { ...OPTIONAL, max: 1000 }) documents?: string[];
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
  @Integer({ min: 2021, max: 2100 }) year!: number;
}

export class PayrollOptionsBody {
  @Flag(OPTIONAL) tipo_contrato?: boolean;
  @Flag(OPTIONAL) puesto?: boolean;
  @Flag(OPTIONAL) riesgo_puesto?: boolean;
  @Flag(OPTIONAL) antiguedad?: boolean;
}

export class PdfOptionsBody {
  @Flag(OPTIONAL) codes?: boolean;
  @Flag(OPTIONAL) product_key?: boolean;
  @Flag(OPTIONAL) address_codes?: boolean;
  @Flag(OPTIONAL) export_key?: boolean;
  @Flag(OPTIONAL) round_unit_price?: boolean;
  @Flag(OPTIONAL) tax_breakdown?: boolean;
  @Flag(OPTIONAL) ieps_breakdown?: boolean;
  @Flag(OPTIONAL) combine_ieps_with_subtotal?: boolean;
  @Flag(OPTIONAL) render_carta_porte?: boolean;
  @Flag(OPTIONAL) render_iedu?: boolean;
  @Flag(OPTIONAL) render_hyp_complement?: boolean;
  @Flag(OPTIONAL) render_comercio_exterior?: boolean;
  @Flag(OPTIONAL) repeat_signature?: boolean;
  @Nested(() => PayrollOptionsBody, OPTIONAL) payroll_options?: PayrollOptionsBody;
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
  })
  type?: 'I' | 'E' | 'P' | 'N' | 'T';
  @Text({
    ...{ ...OPTIONAL, max: 4, default: 'G01', description: 'c_UsoCFDI', hint: hints.use },
    alsoCalled: ['uso', 'uso_cfdi', 'cfdi_use'],
  })
  use?: string;
  @OneOf(['PUE', 'PPD'], {
    ...{ ...OPTIONAL, default: 'PUE', valueNames: paymentMethodNames },
    alsoCalled: ['metodo_pago', 'metodo_de_pago'],
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
    description: 'Payment terms',
    alsoCalled: ['condiciones', 'condiciones_de_pago'],
  })
  conditions?: string | null;
  @ListOf(() => RelatedDocumentBody, {
    ...OPTIONAL,
    max: 100,
    alsoCalled: ['relaciones', 'relacionados', 'relations'],
  })
  related_documents?: RelatedDocumentBody[];
  @Nested(() => GlobalBody, CLEARABLE) global?: GlobalBody | null;
  @OneOf(['01', '02', '03', '04'], { ...OPTIONAL, default: '01', description: 'c_Exportacion' })
  export?: string;
  @ListOf(() => ComplementBody, { ...OPTIONAL, max: 20, alsoCalled: ['complementos'] })
  complements?: ComplementBody[];
  @Nested(() => ThirdPartyBody, {
    ...CLEARABLE,
    description: 'Type P: the third party on whose behalf the payment was received',
  })
  third_party?: ThirdPartyBody | null;
  @OneOf(['pending', 'draft'], { ...OPTIONAL, default: 'pending' }) status?: 'pending' | 'draft';
  @DateTime({ ...CLEARABLE, description: 'Within the last 72 hours; by default, now', alsoCalled: ['fecha'] })
  date?: string | null;
  @Nested(() => PlaceOfIssueBody, CLEARABLE) address?: PlaceOfIssueBody | null;
  @Text({ ...CLEARABLE, max: 100 }) external_id?: string | null;
  @Text({ ...CLEARABLE, max: 255, min: 0, description: 'The service creates only one invoice for each key' })
  idempotency_key?: string | null;
  @Integer({ ...CLEARABLE, min: 1, max: 999_999_999_999, alsoCalled: ['folio'] }) folio_number?:
    number | null;
  @Text({ ...CLEARABLE, max: 25, min: 0, alsoCalled: ['serie'] }) series?: string | null;
  @Text({ ...CLEARABLE, max: 20_000, multiline: true }) pdf_custom_section?: string | null;
  @Text({ ...CLEARABLE, max: 500_000, multiline: true, min: 0, description: 'XML' }) addenda?: string | null;
  @ListOf(() => NamespaceBody, { ...OPTIONAL, max: 50 }) namespaces?: NamespaceBody[];
  @Nested(() => PdfOptionsBody, CLEARABLE) pdf_options?: PdfOptionsBody | null;
  @Flag({ ...OPTIONAL, description: 'Answer immediately and stamp afterwards' }) async?: boolean;
}

export class EditDraftBody extends PartialType(OmitType(CreateInvoiceBody, ['status', 'async'] as const)) {
  @OneOf(['draft'], OPTIONAL) status?: 'draft';
}

export class AsyncQuery {
  @Flag({ ...OPTIONAL, description: 'Answer immediately and stamp afterwards' }) async?: boolean;
}

/** What to stamp a draft with. Client 3.6 puts what is meant for the query into the body, as `params`. */
export class StampBody extends AsyncQuery {
  @Nested(() => AsyncQuery, { ...CLEARABLE, description: 'The same, as older clients send it' })
  params?: AsyncQuery | null;
}

export class CancelQuery {
  @OneOf(['01', '02', '03', '04'], { ...OPTIONAL, description: 'c_Motivo; required for a stamped invoice' })
  motive?: '01' | '02' | '03' | '04';
  @Text({ ...OPTIONAL, max: 36, description: 'Identifier or UUID of the replacing invoice, with motive 01' })
  substitution?: string;
}

export class ListInvoicesQuery extends ListQuery {
  @Text({
    ...OPTIONAL,
    max: 200,
    description:
      'Part of a description or of the customer name; or exactly the id, uuid, RFC, folio or total',
  })
  q?: string;
  @IdRef({ ...OPTIONAL, description: 'Of received documents, the supplier' }) customer?: string;
  @IdRef({ ...OPTIONAL, description: 'Received documents of this supplier' }) supplier?: string;
  @OneOf(['I', 'E', 'P', 'N', 'T'], { ...OPTIONAL, valueNames: typeNames }) type?: string;
  @OneOf(['PUE', 'PPD'], { ...OPTIONAL, valueNames: paymentMethodNames }) payment_method?: string;
  @Integer({ ...OPTIONAL, min: 1 }) folio_number?: number;
  @Text({ ...OPTIONAL, max: 25 }) series?: string;
  @Text({ ...OPTIONAL, max: 100 }) external_id?: string;
  @OneOf(['issuing', 'receiving'], {
    ...OPTIONAL,
    default: 'issuing',
    description: 'receiving: what was issued to the organization; so it is, too, where a supplier is named',
  })
  issuer_type?: string;
  @ListOf(
    { kind: 'oneOf', values: ['none', 'accepted', 'pending', 'rejected', 'expired', 'verifying'] },
    { ...OPTIONAL, max: 6 },
  )
  cancellation_status?: string[];
  @ListOf(
    { kind: 'oneOf', values: ['draft', 'pending', 'valid', 'canceled', 'failed'] },
    { ...OPTIONAL, max: 5 },
  )
  status?: string[];
  @Text({ ...OPTIONAL, exact: 36, pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, expected: 'UUID' })
  uuid?: string;
  @OneOf(['paid', 'unpaid'], OPTIONAL) payment_status?: string;
  @DateRange({ ...OPTIONAL, description: 'Date of the invoice' }) date?: DateRangeInput;
}
