import type {
  ComplementoConceptoInput,
  ComplementoInput,
  DoctoRelacionadoInput,
  NamespaceInput,
  LeyendaInput,
  NominaInput,
  PagoInput,
} from '#cfdi';
import type {
  Complement,
  ItemComplement,
  Json,
  JsonObject,
  Namespace,
  Payment,
  PaymentDocument,
} from '#contracts';
import { localDateTime } from '#sat';

/** What payments need to know of the document that carries them. */
export interface ComplementContext {
  /** The document's Fecha: payments without a date were made then. */
  readonly fecha: string;
  /** Zone of the place of issue, in whose local time dates are written. */
  readonly timeZone: string;
}

/** A complement in the API's words as the engine's. */
export function complemento(complement: Complement, context: ComplementContext): ComplementoInput {
  switch (complement.type) {
    case 'pago':
      return { tipo: 'pagos', pagos: complement.data.map((payment) => pago(payment, context)) };
    case 'nomina':
      return { tipo: 'nomina', nomina: nomina(complement.data, context) };
    case 'carta_porte':
      return { tipo: 'cartaPorte', datos: complement.data };
    case 'comercio_exterior':
      return { tipo: 'comercioExterior', datos: complement.data };
    case 'leyendas_fiscales':
      return { tipo: 'leyendasFiscales', leyendas: leyendas(complement.data) };
    case 'custom':
      return { tipo: 'xml', xml: complement.data };
  }
}

const ifGiven = <Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> =>
  value === null ? {} : ({ [name]: value } as Record<Name, string>);

function pago(payment: Payment, { fecha, timeZone }: ComplementContext): PagoInput {
  return {
    fecha: payment.date === null ? fecha : localDateTime(new Date(payment.date), timeZone),
    formaPago: payment.payment_form,
    moneda: payment.currency,
    tipoCambio: payment.exchange,
    ...ifGiven('numOperacion', payment.numOperacion),
    ...ifGiven('rfcEmisorCtaOrd', payment.rfcEmisorCtaOrd),
    ...ifGiven('nomBancoOrdExt', payment.nomBancoOrdExt),
    ...ifGiven('ctaOrdenante', payment.ctaOrdenante),
    ...ifGiven('rfcEmisorCtaBen', payment.rfcEmisorCtaBen),
    ...ifGiven('ctaBeneficiario', payment.ctaBeneficiario),
    ...ifGiven('tipoCadPago', payment.tipoCadPago),
    ...ifGiven('certPago', payment.certPago),
    ...ifGiven('cadPago', payment.cadPago),
    ...ifGiven('selloPago', payment.selloPago),
    documentos: payment.related_documents.map((document) => buildDocument(document, payment.currency)),
  };
}

const buildDocument = (document: PaymentDocument, currency: string): DoctoRelacionadoInput => ({
  idDocumento: document.uuid,
  ...ifGiven('serie', document.series),
  ...ifGiven('folio', document.folio_number),
  moneda: document.currency,
  ...(document.currency !== currency && { equivalencia: document.exchange }),
  numParcialidad: document.installment,
  saldoAnterior: document.last_balance,
  importePagado: document.amount,
  objetoImp: document.taxability,
  impuestos: document.taxes.map((tax) => ({
    impuesto: tax.type,
    tipoFactor: tax.factor,
    ...(tax.rate !== null && tax.factor !== 'Exento' && { tasa: tax.rate }),
    base: tax.base,
    ...ifGiven('importe', tax.amount),
    retencion: tax.withholding,
  })),
});

/** Whole numbers of a payroll; every other number is an amount, which travels as text. */
const INTEGERS = new Set(['dias', 'numAnosServicio', 'ano', 'diasIncapacidad']);

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Names in camel case, amounts as text, nulls left out: the engine's own spelling of the same structure. */
function enEspanol(value: Json, name = ''): unknown {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => enEspanol(one, name));
  if (typeof value === 'number') return INTEGERS.has(name) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([, one]) => one !== null)
      .map(([key, one]) => [camel(key), enEspanol(one, camel(key))]),
  );
}

/** A payroll with the API's defaults: ordinary, paid on the document's day. The engine judges the rest. */
const nomina = (data: JsonObject, { fecha }: ComplementContext): NominaInput => ({
  ...{ tipoNomina: 'O', fechaPago: fecha.slice(0, 10) },
  ...(enEspanol(data) as NominaInput),
});

function leyendas(data: JsonObject): readonly LeyendaInput[] {
  return (enEspanol(data) as { leyendas: readonly LeyendaInput[] }).leyendas;
}

/** A line's complement as the engine's; fields of iedu keep the spelling of its standard. */
export function complementoConcepto(complement: ItemComplement): ComplementoConceptoInput {
  if (typeof complement === 'string') return { tipo: 'xml', xml: complement };
  const text = (name: string): string => {
    const value = complement[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const optional = <Name extends string>(name: Name, key: string) =>
    complement[key] === undefined || complement[key] === null ? {} : ifGiven(name, text(key));
  if ('tipo_permiso' in complement)
    return {
      tipo: 'hidrocarburos',
      tipoPermiso: text('tipo_permiso'),
      numeroPermiso: text('numero_permiso'),
      subProductoHyp: text('sub_producto_hyp'),
      ...optional('claveHyp', 'clave_hyp'),
    };
  return {
    tipo: 'iedu',
    nombreAlumno: text('nombreAlumno'),
    curp: text('CURP'),
    nivelEducativo: text('nivelEducativo'),
    autRvoe: text('autRVOE'),
    ...optional('rfcPago', 'rfcPago'),
  };
}

export const namespace = ({ prefix, uri, schema_location }: Namespace): NamespaceInput => ({
  prefijo: prefix,
  uri,
  esquema: schema_location,
});
