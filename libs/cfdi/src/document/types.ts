import { field, type Detail } from '#kernel';
import { bigints } from '../amounts/bigints.js';
import { trimZeros } from '../amounts/compute.js';
import type { Amounts, Concepto, ConceptoAmounts } from '../comprobante.js';
import type { ACuentaTercerosInput, ComprobanteInput, ConceptoInput } from '../input.js';
import { invalidFormat, rule } from '../details.js';
import { collapse } from '../text.js';
import type { TotalesNomina } from '../complementos/nomina/totales.js';

/**
 * What the type of a comprobante fixes (Anexo 20 and the filling guides): a payment's and a payroll's only line, the
 * currency XXX, the use of the receiver, what may not be there.
 */

/** The input with the values that its type fixes. What may not be there is still there, to be complained about. */
export function setFixedValues(input: ComprobanteInput): ComprobanteInput {
  const { receptor } = input;
  switch (input.tipo) {
    case 'P':
      return { ...input, ...SIN_MONEDA, exportacion: '01', receptor: { ...receptor, usoCfdi: 'CP01' } };
    case 'N':
      return {
        ...input,
        ...{ moneda: 'MXN', decimalesMoneda: 2, exportacion: '01', metodoPago: 'PUE' },
        receptor: { ...receptor, usoCfdi: 'CN01', regimenFiscal: '605' },
      };
    case 'T':
      return { ...input, ...SIN_MONEDA, receptor: { ...receptor, usoCfdi: 'S01' } };
    case 'I':
    case 'E':
      return input;
  }
}

const SIN_MONEDA = { moneda: 'XXX', decimalesMoneda: 0 } as const;

/** Fields of the input that a type may not have, and the rule that says so. */
const FORBIDDEN = {
  P: {
    formaPago: 'CFDI40103',
    metodoPago: 'CFDI40125',
    condicionesDePago: 'Anexo 20',
    informacionGlobal: 'CRP20119',
  },
  N: { formaPago: 'CFDI40103', condicionesDePago: 'Anexo 20', informacionGlobal: 'NOM4' },
  T: { formaPago: 'CFDI40103', metodoPago: 'CFDI40125', condicionesDePago: 'Anexo 20' },
} as const satisfies Record<string, Partial<Record<keyof ComprobanteInput, string>>>;

/** What the input has and its type may not have. */
export function findSuperfluous(input: ComprobanteInput): Detail[] {
  const { tipo } = input;
  if (tipo === 'I' || tipo === 'E')
    return input.aCuentaTerceros ? [field('aCuentaTerceros', 'not_allowed')] : [];
  const out = Object.entries(FORBIDDEN[tipo])
    .filter(([name]) => input[name as keyof ComprobanteInput] !== undefined)
    .map(([name, code]) =>
      rule(
        name,
        'not_allowed',
        code,
        `Un comprobante de tipo ${tipo} no lleva este dato.`,
        `A comprobante of type ${tipo} does not have this.`,
      ),
    );
  if (tipo !== 'T' && input.conceptos.length > 0) out.push(field('conceptos', 'not_allowed'));
  if (tipo !== 'P' && input.aCuentaTerceros) out.push(field('aCuentaTerceros', 'not_allowed'));
  return out;
}

const NO_IMPUESTOS = { traslados: [], retenciones: [] } as const;
const NO_PARTES = { informacionAduanera: [], cuentaPredial: [], partes: [] } as const;

/** The amounts and the only line of a document that pays others (type P). */
export const amountsOfPago = (
  tercero: ACuentaTercerosInput | undefined,
): Amounts & { readonly conceptos: readonly Concepto[] } => ({
  ...{ subTotal: '0', total: '0', ...NO_IMPUESTOS },
  conceptos: [
    {
      ...{ claveProdServ: '84111506', cantidad: '1', claveUnidad: 'ACT', descripcion: 'Pago' },
      ...{ valorUnitario: '0', importe: '0', objetoImp: '01', ...NO_IMPUESTOS, ...NO_PARTES },
      ...(tercero && { aCuentaTerceros: { ...tercero, nombre: collapse(tercero.nombre) } }),
    },
  ],
});

/** The amounts and the only line of a payroll (type N), from its complement. */
export function amountsOfNomina({
  subTotal,
  descuento,
  total,
}: TotalesNomina): Amounts & { readonly conceptos: readonly Concepto[] } {
  return {
    ...{ subTotal, descuento, total, ...NO_IMPUESTOS },
    conceptos: [
      {
        ...{ claveProdServ: '84111505', cantidad: '1', claveUnidad: 'ACT', descripcion: 'Pago de nómina' },
        ...{ valorUnitario: subTotal, importe: subTotal, descuento, objetoImp: '01' },
        ...{ ...NO_IMPUESTOS, ...NO_PARTES },
      },
    ],
  };
}

/** The amounts of goods that are moved (type T): lines have a value, the document has none (CFDI40109, CFDI40123). */
export function amountsOfTraslado(conceptos: readonly ConceptoInput[], details: Detail[]): Amounts {
  return {
    ...{ subTotal: '0', total: '0', ...NO_IMPUESTOS },
    conceptos: conceptos.map((concepto, i) => amountsOfTrasladoLine(concepto, `conceptos[${i}]`, details)),
  };
}

function amountsOfTrasladoLine(concepto: ConceptoInput, path: string, details: Detail[]): ConceptoAmounts {
  const cantidad = amount(concepto.cantidad, `${path}.cantidad`, details);
  const precio = amount(concepto.precio, `${path}.precio`, details);
  if (cantidad === 0n) details.push(field(`${path}.cantidad`, 'too_small', { params: { above: 0 } }));
  for (const name of ['impuestos', 'impuestosLocales'] as const)
    if (concepto[name].length > 0) details.push(field(`${path}.${name}`, 'not_allowed'));
  if (concepto.descuento !== undefined) details.push(field(`${path}.descuento`, 'not_allowed'));
  if (concepto.objetoImp !== '01')
    details.push(field(`${path}.objetoImp`, 'invalid_value', { params: { values: '01' } }));
  const importe = bigints.mulDiv(cantidad, precio, 1_000_000n);
  if (!bigints.fits(importe)) details.push(field(`${path}.precio`, 'too_large'));
  return {
    cantidad: trimZeros(bigints.shortText(cantidad, 0)),
    valorUnitario: trimZeros(bigints.shortText(precio, 0)),
    importe: trimZeros(bigints.shortText(importe, 0)),
    ...NO_IMPUESTOS,
  };
}

/** An amount of zero or more; a wrong one is complained about and taken as one. */
function amount(text: string, path: string, details: Detail[]): bigint {
  const value = bigints.parse(text);
  if (value !== undefined && value >= 0n && bigints.fits(value)) return value;
  details.push(invalidFormat(path, '0.000000'));
  return 1_000_000n;
}
