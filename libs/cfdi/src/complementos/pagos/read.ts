import { divRound, field, formatDecimal, pow10, type Detail } from '#kernel';
import { impuestoOf } from '#sat';
import type { TipoFactor } from '../../input.js';
import { citing, invalidValue, required, rule } from '../../details.js';
import { collapse } from '../../text.js';
import { EQUIVALENCIA_DECIMALS, ONE_TO_ONE } from './conversion.js';
import type { ReadDocument, ReadImpuesto, ReadPago } from './read-model.js';
import { createReader, type FieldReader } from './field-reader.js';
import { type JsonObject } from '../../json-object.js';

/** One MXN in MXN. */
const ONE = pow10(6);

/** The attributes of what is known of the operation and its accounts, and their fields with their longest texts. */
const OPERATION = {
  NumOperacion: ['numOperacion', 100],
  RfcEmisorCtaOrd: ['rfcEmisorCtaOrd', 13],
  NomBancoOrdExt: ['nomBancoOrdExt', 300],
  CtaOrdenante: ['ctaOrdenante', 50],
  RfcEmisorCtaBen: ['rfcEmisorCtaBen', 12],
  CtaBeneficiario: ['ctaBeneficiario', 50],
  TipoCadPago: ['tipoCadPago', 2],
  CertPago: ['certPago', 10_000],
  CadPago: ['cadPago', 8192],
  SelloPago: ['selloPago', 10_000],
} as const satisfies Record<string, readonly [campo: string, max: number]>;

/** Names of the input's fields by attribute of pago20:Pago. */
export const OPERATION_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPERATION).map(([attribute, [field]]) => [attribute, field]),
);

/**
 * Reads payments of plain JSON, whatever it is, and what has to be there to compute with them: forms of amounts,
 * currencies, exchange rates, what is paid of what is owed. Every other rule is asked of the element that is built.
 */
export function readPagos(
  data: unknown,
  under: string,
): { readonly pagos: readonly ReadPago[]; readonly details: readonly Detail[] } {
  const l = createReader();
  const pagos = l
    .list(data, under, 1)
    .map(([pago, path]) => readPago(pago, path, l))
    .filter((pago) => pago !== undefined);
  return { pagos, details: l.details };
}

function readPago(pago: JsonObject, under: string, l: FieldReader): ReadPago | undefined {
  const fecha = l.requiredText(pago, under, 'fecha', 19);
  const formaPago = l.requiredText(pago, under, 'formaPago', 2);
  const moneda = l.moneda(pago, under);
  const tipoCambio = moneda && readTipoCambio(pago, under, moneda.clave, l);
  const monto = l.decimal(pago, under, 'monto', { aboveZero: true });
  const operation = readOperation(pago, under, l);
  const documents = l
    .list(pago['documentos'], `${under}.documentos`, 1)
    .map(([docto, path]) => readDocument(docto, path, moneda?.clave, l))
    .filter((docto) => docto !== undefined);
  if (fecha === undefined || formaPago === undefined || !moneda || tipoCambio === undefined) return undefined;
  return {
    ...{ ruta: under, fecha, formaPago, moneda: moneda.clave, decimales: moneda.decimals },
    ...{ tipoCambio, monto, operacion: operation, documentos: documents },
  };
}

/** MXN is worth one MXN, and says so (CRP20215). */
function readTipoCambio(pago: JsonObject, under: string, moneda: string, l: FieldReader): bigint | undefined {
  const before = l.details.length;
  const given = l.decimal(pago, under, 'tipoCambio', { aboveZero: true });
  if (l.details.length > before) return undefined;
  if (moneda !== 'MXN') {
    if (given === undefined) l.details.push(citing('CRP20214', required(`${under}.tipoCambio`)));
    return given;
  }
  if (given === undefined || given === ONE) return ONE;
  l.details.push(
    rule(
      `${under}.tipoCambio`,
      'invalid_value',
      'CRP20215',
      'El tipo de cambio de un pago en MXN debe ser 1.',
      'The exchange rate of a payment in MXN must be 1.',
    ),
  );
  return undefined;
}

function readOperation(pago: JsonObject, under: string, l: FieldReader): Record<string, string> {
  const operation: Record<string, string> = {};
  for (const [attribute, [field, max]] of Object.entries(OPERATION)) {
    // The bank's own cadena original is full of "|", which its attribute lets pass.
    const seen =
      field === 'cadPago' && typeof pago[field] === 'string' ? pago[field].replaceAll('|', '-') : pago[field];
    const text = l.text({ [field]: seen }, under, field, max);
    if (text !== undefined) operation[attribute] = field === 'cadPago' ? collapse(String(pago[field])) : text;
  }
  // The API's "1" is the catalogue's "01".
  if (operation['TipoCadPago'] === '1') operation['TipoCadPago'] = '01';
  return operation;
}

function readDocument(
  docto: JsonObject,
  under: string,
  monedaP: string | undefined,
  l: FieldReader,
): ReadDocument | undefined {
  const idDocumento = l.requiredText(docto, under, 'idDocumento', 36);
  const serie = l.text(docto, under, 'serie', 25);
  const folio = l.text(docto, under, 'folio', 40);
  const moneda = l.moneda(docto, under);
  const numParcialidad = l.requiredText(docto, under, 'numParcialidad', 3);
  const saldoAnterior = requiredImporte(docto, under, 'saldoAnterior', l);
  const importePagado = requiredImporte(docto, under, 'importePagado', l);
  const impuestos = l
    .list(docto['impuestos'] ?? [], `${under}.impuestos`, 0)
    .map(([impuesto, path]) => readImpuesto(impuesto, path, l))
    .filter((impuesto) => impuesto !== undefined);
  const objetoImp = l.text(docto, under, 'objetoImp', 2) ?? (impuestos.length > 0 ? '02' : '01');
  const equivalencia =
    moneda && monedaP !== undefined
      ? readEquivalencia(docto, under, { monedaP, monedaDR: moneda.clave }, l)
      : undefined;
  if (saldoAnterior !== undefined && importePagado !== undefined && importePagado > saldoAnterior)
    l.details.push(
      field(`${under}.importePagado`, 'amount_exceeds_related_document_balance', {
        params: { amount: formatDecimal(importePagado), balance: formatDecimal(saldoAnterior) },
      }),
    );
  if (idDocumento === undefined || numParcialidad === undefined || !moneda || equivalencia === undefined)
    return undefined;
  if (saldoAnterior === undefined || importePagado === undefined) return undefined;
  return {
    ...{
      ruta: under,
      idDocumento,
      serie,
      folio,
      moneda: moneda.clave,
      decimales: moneda.decimals,
      equivalencia,
    },
    ...{ numParcialidad, saldoAnterior, importePagado, objetoImp, impuestos },
  };
}

function requiredImporte(
  docto: JsonObject,
  under: string,
  field: string,
  l: FieldReader,
): bigint | undefined {
  if (docto[field] === undefined || docto[field] === null) l.details.push(required(`${under}.${field}`));
  return l.decimal(docto, under, field, { aboveZero: true });
}

/** Units of the document's currency for one of the payment's; one where they are the same (CRP20237, CRP20238). */
function readEquivalencia(
  docto: JsonObject,
  under: string,
  { monedaP, monedaDR }: { readonly monedaP: string; readonly monedaDR: string },
  l: FieldReader,
): bigint | undefined {
  const before = l.details.length;
  const path = `${under}.equivalencia`;
  const given = l.decimal(docto, under, 'equivalencia', { aboveZero: true, scale: EQUIVALENCIA_DECIMALS });
  if (l.details.length > before) return undefined;
  if (monedaP === monedaDR) {
    if (given === undefined || given === ONE_TO_ONE) return ONE_TO_ONE;
    l.details.push(
      rule(
        path,
        'invalid_value',
        'CRP20238',
        'La equivalencia de un documento en la moneda del pago debe ser 1.',
        'The equivalence of a document in the currency of the payment must be 1.',
      ),
    );
    return undefined;
  }
  if (given === undefined) l.details.push(citing('CRP20237', required(path)));
  else if (monedaP === 'MXN' && monedaDR === 'USD' && given > ONE_TO_ONE)
    l.details.push(field(path, 'exchange_rate_too_large'));
  else if (monedaP === 'USD' && monedaDR === 'MXN' && given < ONE_TO_ONE)
    l.details.push(field(path, 'exchange_rate_too_small'));
  return given;
}

const FACTORES: readonly unknown[] = ['Tasa', 'Cuota', 'Exento'] satisfies TipoFactor[];

function readImpuesto(given: JsonObject, under: string, l: FieldReader): ReadImpuesto | undefined {
  const impuesto = typeof given['impuesto'] === 'string' ? impuestoOf(given['impuesto']) : undefined;
  if (!impuesto) l.details.push(invalidValue(`${under}.impuesto`, 'IVA, ISR, IEPS'));
  const tipoFactor = given['tipoFactor'] as TipoFactor;
  if (!FACTORES.includes(tipoFactor))
    l.details.push(invalidValue(`${under}.tipoFactor`, FACTORES.join(', ')));
  const { retencion } = given;
  if (typeof retencion !== 'boolean')
    l.details.push(field(`${under}.retencion`, 'invalid_type', { params: { expected: 'boolean' } }));
  const exentoTotal = tipoFactor === 'Exento';
  if (exentoTotal && retencion === true)
    l.details.push(
      rule(
        `${under}.tipoFactor`,
        'invalid_value',
        'CRP20252',
        'Un impuesto retenido no puede ser Exento.',
        'A withheld tax cannot be Exento.',
      ),
    );
  const base = requiredImporte(given, under, 'base', l);
  const tasa = exentoTotal ? undefined : l.decimal(given, under, 'tasa', { aboveZero: false });
  if (!exentoTotal && (given['tasa'] === undefined || given['tasa'] === null))
    l.details.push(required(`${under}.tasa`));
  const importe = exentoTotal ? undefined : l.decimal(given, under, 'importe', { aboveZero: false });
  if (impuesto?.label === 'ISR' && retencion === false)
    l.details.push(invalidValue(`${under}.retencion`, 'true'));
  if (!impuesto || typeof retencion !== 'boolean' || base === undefined) return undefined;
  if (!exentoTotal && tasa === undefined) return undefined;
  return {
    ...{ ruta: under, impuesto: impuesto.key, tipoFactor, tasa, base, retencion },
    importe: importe ?? (tasa === undefined ? undefined : divRound(base * tasa, ONE)),
  };
}
