import { lugar, type Lugar } from '../regla.js';
import { regla40, type Contexto40, type Regla40 } from './contexto.js';
import { conImportes, sinImportes, type Documento } from './documento.js';
import type { Cifra } from './montos.js';
import type { Renglon, Totales } from './sumas.js';

/** Rules of the amounts of the head and of the summary of taxes. */

/** An amount with more decimals than the document's currency has; zeros beyond them are decimals too. */
const noCabe = ({ decimales }: Documento, cifra: Cifra | undefined): boolean =>
  cifra !== undefined && cifra.decimales > decimales;

const enRaiz =
  (nombre: string, rompe: (t: Totales, doc: Documento) => boolean) =>
  (t: Totales, { doc }: Contexto40): Lugar | false =>
    rompe(t, doc) && lugar(doc.nodo, nombre);

export const reglasTotales: readonly Regla40<Totales>[] = [
  regla40(
    107,
    'El SubTotal tiene más decimales que la moneda.',
    'The SubTotal has more decimals than the currency.',
    enRaiz('SubTotal', (_, d) => noCabe(d, d.subTotal)),
  ),
  regla40(
    108,
    'El SubTotal no es el redondeo de la suma de los importes de los conceptos.',
    "The SubTotal is not the rounded sum of the lines' Importe.",
    enRaiz('SubTotal', (t, d) => conImportes(d) && d.subTotal.valor !== t.importes),
  ),
  regla40(
    109,
    'El SubTotal de un comprobante de traslado o de pago debe ser cero.',
    'The SubTotal of a transfer or of a payment must be zero.',
    enRaiz('SubTotal', (_, d) => sinImportes(d) && d.subTotal.valor > 0),
  ),
  regla40(
    110,
    'El Descuento es mayor que el SubTotal.',
    'The Descuento is larger than the SubTotal.',
    enRaiz('Descuento', (_, d) => d.descuento !== undefined && d.descuento.valor > d.subTotal.valor),
  ),
  // A discount above the SubTotal is no sum of the lines' either: CFDI40110 has said so.
  regla40(
    111,
    'El Descuento no es el redondeo de la suma de los descuentos de los conceptos, o sobra o falta.',
    "The Descuento is not the rounded sum of the lines' discounts, or is missing, or should be.",
    enRaiz('Descuento', (t, d) => {
      const debe = conImportes(d) && t.conDescuento;
      if (!debe || d.descuento === undefined) return debe !== (d.descuento !== undefined);
      return d.descuento.valor !== t.descuentos && d.descuento.valor <= d.subTotal.valor;
    }),
  ),
  regla40(
    112,
    'El Descuento tiene más decimales que la moneda.',
    'The Descuento has more decimals than the currency.',
    enRaiz('Descuento', (_, d) => noCabe(d, d.descuento)),
  ),
  regla40(
    119,
    'El Total no es el SubTotal menos descuentos, más impuestos trasladados, menos retenidos, con los locales.',
    'The Total is not the SubTotal less discounts, plus transferred taxes, less withheld ones, local ones included.',
    enRaiz('Total', (t, d) => d.total.valor !== t.total),
  ),
  regla40(
    201,
    'Un comprobante de traslado o de pago no lleva el resumen de impuestos.',
    'A transfer or a payment has no summary of taxes.',
    enRaiz('Impuestos', (_, d) => sinImportes(d) && d.impuestos !== undefined),
  ),
  regla40(
    211,
    'Los impuestos retenidos de los conceptos no están en el resumen.',
    "The lines' withheld taxes are not in the summary.",
    enRaiz('Impuestos', (t, d) => conImportes(d) && t.faltaRetencion),
  ),
  regla40(
    221,
    'Los impuestos trasladados de los conceptos no están en el resumen.',
    "The lines' transferred taxes are not in the summary.",
    enRaiz('Impuestos', (t, d) => conImportes(d) && t.faltaTraslado),
  ),
];

const enResumen =
  (nombre: string, rompe: (t: Totales, doc: Documento) => boolean) =>
  (t: Totales, { doc }: Contexto40): Lugar | false =>
    doc.impuestos !== undefined && rompe(t, doc) && lugar(doc.impuestos, nombre);

export const reglasResumen: readonly Regla40<Totales>[] = [
  regla40(
    202,
    'TotalImpuestosRetenidos tiene más decimales que la moneda.',
    'TotalImpuestosRetenidos has more decimals than the currency.',
    enResumen('TotalImpuestosRetenidos', (t, d) => noCabe(d, t.totalRetenidos)),
  ),
  regla40(
    203,
    'TotalImpuestosRetenidos no es la suma de las retenciones.',
    'TotalImpuestosRetenidos is not the sum of the retenciones.',
    enResumen(
      'TotalImpuestosRetenidos',
      (t) => t.totalRetenidos !== undefined && t.totalRetenidos.valor !== t.sumaRetenciones,
    ),
  ),
  regla40(
    204,
    'TotalImpuestosTrasladados tiene más decimales que la moneda.',
    'TotalImpuestosTrasladados has more decimals than the currency.',
    enResumen('TotalImpuestosTrasladados', (t, d) => noCabe(d, t.totalTrasladados)),
  ),
  regla40(
    205,
    'TotalImpuestosTrasladados no es la suma de los traslados.',
    'TotalImpuestosTrasladados is not the sum of the traslados.',
    enResumen(
      'TotalImpuestosTrasladados',
      (t) => t.totalTrasladados !== undefined && t.totalTrasladados.valor !== t.sumaTraslados,
    ),
  ),
  regla40(
    206,
    'Hay retenciones y falta TotalImpuestosRetenidos.',
    'There are retenciones and TotalImpuestosRetenidos is missing.',
    enResumen('TotalImpuestosRetenidos', (t) => t.retenciones.length > 0 && t.totalRetenidos === undefined),
  ),
  regla40(
    212,
    'Hay traslados con Tasa o Cuota y falta TotalImpuestosTrasladados, o sobra con solo exentos.',
    'There are traslados with Tasa or Cuota and TotalImpuestosTrasladados is missing, or all are exempt and it exists.',
    enResumen('TotalImpuestosTrasladados', (t) => {
      const conTasa = t.traslados.some(({ exento }) => !exento);
      if (conTasa) return t.totalTrasladados === undefined;
      return t.traslados.length > 0 && t.totalTrasladados !== undefined;
    }),
  ),
];

export const reglasRenglonRetencion: readonly Regla40<Renglon>[] = [
  regla40(
    207,
    'El Impuesto de la retención del resumen no está en c_Impuesto.',
    'The Impuesto of the retención of the summary is not in c_Impuesto.',
    (r) => !r.conocido && lugar(r.nodo, 'Impuesto'),
  ),
  regla40(
    208,
    'Hay más de un renglón del mismo impuesto retenido.',
    'There is more than one row of the same withheld tax.',
    (r) => r.repetido && lugar(r.nodo, 'Impuesto'),
  ),
  regla40(
    210,
    'El Importe de la retención del resumen tiene más decimales que la moneda.',
    'The Importe of the retención of the summary has more decimals than the currency.',
    (r, { doc }) => noCabe(doc, r.importe) && lugar(r.nodo, 'Importe'),
  ),
  regla40(
    211,
    'El Importe de la retención del resumen no es el redondeo de las retenciones de los conceptos.',
    "The Importe of the retención of the summary is not the rounded sum of the lines'.",
    (r) => !r.repetido && r.importe?.valor !== r.importeDebido && lugar(r.nodo, 'Importe'),
  ),
];

/** Rows that are one of their kind and have all that they need are compared with the lines. */
const comparable = ({ repetido, exento, tasa }: Renglon): boolean =>
  !repetido && (exento || tasa !== undefined);

export const reglasRenglonTraslado: readonly Regla40<Renglon>[] = [
  regla40(
    213,
    'Un traslado exento del resumen lleva solo Base, Impuesto y TipoFactor; los demás, también tasa e Importe.',
    'An exempt traslado of the summary has Base, Impuesto and TipoFactor only; the others rate and Importe too.',
    ({ nodo, exento, tasa, importe }) =>
      (exento ? tasa !== undefined || importe !== undefined : tasa === undefined || importe === undefined) &&
      lugar(nodo, 'TipoFactor'),
  ),
  regla40(
    214,
    'La Base del traslado del resumen tiene más decimales que la moneda.',
    'The Base of the traslado of the summary has more decimals than the currency.',
    (r, { doc }) => noCabe(doc, r.base) && lugar(r.nodo, 'Base'),
  ),
  regla40(
    215,
    'La Base del traslado del resumen no es el redondeo de las bases de los conceptos.',
    "The Base of the traslado of the summary is not the rounded sum of the lines'.",
    (r) => !r.exento && comparable(r) && r.base?.valor !== r.baseDebida && lugar(r.nodo, 'Base'),
  ),
  regla40(
    216,
    'La Base del traslado exento del resumen no es el redondeo de las bases exentas de los conceptos.',
    "The Base of the exempt traslado of the summary is not the rounded sum of the lines' exempt ones.",
    (r) => r.exento && comparable(r) && r.base?.valor !== r.baseDebida && lugar(r.nodo, 'Base'),
  ),
  // Lines whose tax or rate is in no catalogue have their own codes: 175 and 179.
  regla40(
    217,
    'El Impuesto del traslado del resumen no está en c_Impuesto.',
    'The Impuesto of the traslado of the summary is not in c_Impuesto.',
    (r) => !r.conocido && lugar(r.nodo, 'Impuesto'),
  ),
  regla40(
    218,
    'Hay más de un renglón con la misma combinación de impuesto, factor y tasa.',
    'There is more than one row with the same tax, factor and rate.',
    (r) => r.repetido && lugar(r.nodo, 'Impuesto'),
  ),
  regla40(
    219,
    'La TasaOCuota del traslado del resumen no está en c_TasaOCuota para su impuesto y factor.',
    'The TasaOCuota of the traslado of the summary is not in c_TasaOCuota for its tax and factor.',
    (r) => r.conocido && !r.permitida && (r.exento || r.tasa !== undefined) && lugar(r.nodo, 'TasaOCuota'),
  ),
  regla40(
    220,
    'El Importe del traslado del resumen tiene más decimales que la moneda.',
    'The Importe of the traslado of the summary has more decimals than the currency.',
    (r, { doc }) => noCabe(doc, r.importe) && lugar(r.nodo, 'Importe'),
  ),
  regla40(
    221,
    'El Importe del traslado del resumen no es el redondeo de los traslados de los conceptos.',
    "The Importe of the traslado of the summary is not the rounded sum of the lines'.",
    (r) =>
      !r.exento &&
      comparable(r) &&
      r.importe !== undefined &&
      r.importe.valor !== r.importeDebido &&
      lugar(r.nodo, 'Importe'),
  ),
];
