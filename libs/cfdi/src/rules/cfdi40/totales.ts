import { placeOf, type Place } from '../rule.js';
import { rule40, type Context40, type Rule40 } from './context.js';
import { hasImportes, lacksImportes, type Document } from './document.js';
import type { Figure } from './figures.js';
import type { SummaryRow, Totales } from './sums.js';

/** Rules of the amounts of the head and of the summary of taxes. */

/** An amount with more decimals than the document's currency has; zeros beyond them are decimals too. */
const doesNotFit = ({ decimals }: Document, figure: Figure | undefined): boolean =>
  figure !== undefined && figure.decimals > decimals;

const atRoot =
  (name: string, breaks: (t: Totales, doc: Document) => boolean) =>
  (t: Totales, { doc }: Context40): Place | false =>
    breaks(t, doc) && placeOf(doc.node, name);

export const totalesRules: readonly Rule40<Totales>[] = [
  rule40(
    107,
    'El SubTotal tiene más decimales que la moneda.',
    'The SubTotal has more decimals than the currency.',
    atRoot('SubTotal', (_, d) => doesNotFit(d, d.subTotal)),
  ),
  rule40(
    108,
    'El SubTotal no es el redondeo de la suma de los importes de los conceptos.',
    "The SubTotal is not the rounded sum of the lines' Importe.",
    atRoot('SubTotal', (t, d) => hasImportes(d) && d.subTotal.value !== t.importes),
  ),
  rule40(
    109,
    'El SubTotal de un comprobante de traslado o de pago debe ser cero.',
    'The SubTotal of a transfer or of a payment must be zero.',
    atRoot('SubTotal', (_, d) => lacksImportes(d) && d.subTotal.value > 0),
  ),
  rule40(
    110,
    'El Descuento es mayor que el SubTotal.',
    'The Descuento is larger than the SubTotal.',
    atRoot('Descuento', (_, d) => d.descuento !== undefined && d.descuento.value > d.subTotal.value),
  ),
  // A discount above the SubTotal is no sum of the lines' either: CFDI40110 has said so.
  rule40(
    111,
    'El Descuento no es el redondeo de la suma de los descuentos de los conceptos, o sobra o falta.',
    "The Descuento is not the rounded sum of the lines' discounts, or is missing, or should be.",
    atRoot('Descuento', (t, d) => {
      const required = hasImportes(d) && t.withDescuento;
      if (!required || d.descuento === undefined) return required !== (d.descuento !== undefined);
      return d.descuento.value !== t.descuentos && d.descuento.value <= d.subTotal.value;
    }),
  ),
  rule40(
    112,
    'El Descuento tiene más decimales que la moneda.',
    'The Descuento has more decimals than the currency.',
    atRoot('Descuento', (_, d) => doesNotFit(d, d.descuento)),
  ),
  rule40(
    119,
    'El Total no es el SubTotal menos descuentos, más impuestos trasladados, menos retenidos, con los locales.',
    'The Total is not the SubTotal less discounts, plus transferred taxes, less withheld ones, local ones included.',
    atRoot('Total', (t, d) => d.total.value !== t.total),
  ),
  rule40(
    201,
    'En un comprobante de traslado o de pago no debe existir el resumen de impuestos.',
    'A transfer or a payment must not have a summary of taxes.',
    atRoot('Impuestos', (_, d) => lacksImportes(d) && d.impuestos !== undefined),
  ),
  rule40(
    211,
    'Los impuestos retenidos de los conceptos no están en el resumen.',
    "The lines' withheld taxes are not in the summary.",
    atRoot('Impuestos', (t, d) => hasImportes(d) && t.missingRetencion),
  ),
  rule40(
    221,
    'Los impuestos trasladados de los conceptos no están en el resumen.',
    "The lines' transferred taxes are not in the summary.",
    atRoot('Impuestos', (t, d) => hasImportes(d) && t.missingTraslado),
  ),
];

const atSummary =
  (name: string, breaks: (t: Totales, doc: Document) => boolean) =>
  (t: Totales, { doc }: Context40): Place | false =>
    doc.impuestos !== undefined && breaks(t, doc) && placeOf(doc.impuestos, name);

export const summaryRules: readonly Rule40<Totales>[] = [
  rule40(
    202,
    'TotalImpuestosRetenidos tiene más decimales que la moneda.',
    'TotalImpuestosRetenidos has more decimals than the currency.',
    atSummary('TotalImpuestosRetenidos', (t, d) => doesNotFit(d, t.totalRetenidos)),
  ),
  rule40(
    203,
    'TotalImpuestosRetenidos no es la suma de las retenciones.',
    'TotalImpuestosRetenidos is not the sum of the retenciones.',
    atSummary(
      'TotalImpuestosRetenidos',
      (t) => t.totalRetenidos !== undefined && t.totalRetenidos.value !== t.sumOfRetenciones,
    ),
  ),
  rule40(
    204,
    'TotalImpuestosTrasladados tiene más decimales que la moneda.',
    'TotalImpuestosTrasladados has more decimals than the currency.',
    atSummary('TotalImpuestosTrasladados', (t, d) => doesNotFit(d, t.totalTrasladados)),
  ),
  rule40(
    205,
    'TotalImpuestosTrasladados no es la suma de los traslados.',
    'TotalImpuestosTrasladados is not the sum of the traslados.',
    atSummary(
      'TotalImpuestosTrasladados',
      (t) => t.totalTrasladados !== undefined && t.totalTrasladados.value !== t.sumOfTraslados,
    ),
  ),
  rule40(
    206,
    'Hay retenciones y falta TotalImpuestosRetenidos.',
    'There are retenciones and TotalImpuestosRetenidos is missing.',
    atSummary('TotalImpuestosRetenidos', (t) => t.retenciones.length > 0 && t.totalRetenidos === undefined),
  ),
  rule40(
    212,
    'Hay traslados con Tasa o Cuota y falta TotalImpuestosTrasladados, o sobra con solo exentos.',
    'There are traslados with Tasa or Cuota and TotalImpuestosTrasladados is missing, or all are exempt and it exists.',
    atSummary('TotalImpuestosTrasladados', (t) => {
      const withTasa = t.traslados.some(({ exento }) => !exento);
      if (withTasa) return t.totalTrasladados === undefined;
      return t.traslados.length > 0 && t.totalTrasladados !== undefined;
    }),
  ),
];

export const retencionRowRules: readonly Rule40<SummaryRow>[] = [
  rule40(
    207,
    'El Impuesto de la retención del resumen no está en c_Impuesto.',
    'The Impuesto of the retención of the summary is not in c_Impuesto.',
    (r) => !r.known && placeOf(r.node, 'Impuesto'),
  ),
  rule40(
    208,
    'Hay más de un renglón del mismo impuesto retenido.',
    'There is more than one row of the same withheld tax.',
    (r) => r.repeated && placeOf(r.node, 'Impuesto'),
  ),
  rule40(
    210,
    'El Importe de la retención del resumen tiene más decimales que la moneda.',
    'The Importe of the retención of the summary has more decimals than the currency.',
    (r, { doc }) => doesNotFit(doc, r.importe) && placeOf(r.node, 'Importe'),
  ),
  rule40(
    211,
    'El Importe de la retención del resumen no es el redondeo de las retenciones de los conceptos.',
    "The Importe of the retención of the summary is not the rounded sum of the lines'.",
    (r) => !r.repeated && r.importe?.value !== r.importeDue && placeOf(r.node, 'Importe'),
  ),
];

/** Rows that are one of their kind and have all that they need are compared with the lines. */
const comparable = ({ repeated, exento, tasa }: SummaryRow): boolean =>
  !repeated && (exento || tasa !== undefined);

export const trasladoRowRules: readonly Rule40<SummaryRow>[] = [
  rule40(
    213,
    'Un traslado exento del resumen solo debe tener Base, Impuesto y TipoFactor; los demás, también TasaOCuota e Importe.',
    'An exempt traslado of the summary must have only Base, Impuesto and TipoFactor; the others also TasaOCuota and Importe.',
    ({ node, exento, tasa, importe }) =>
      (exento ? tasa !== undefined || importe !== undefined : tasa === undefined || importe === undefined) &&
      placeOf(node, 'TipoFactor'),
  ),
  rule40(
    214,
    'La Base del traslado del resumen tiene más decimales que la moneda.',
    'The Base of the traslado of the summary has more decimals than the currency.',
    (r, { doc }) => doesNotFit(doc, r.base) && placeOf(r.node, 'Base'),
  ),
  rule40(
    215,
    'La Base del traslado del resumen no es el redondeo de las bases de los conceptos.',
    "The Base of the traslado of the summary is not the rounded sum of the lines'.",
    (r) => !r.exento && comparable(r) && r.base?.value !== r.baseDebida && placeOf(r.node, 'Base'),
  ),
  rule40(
    216,
    'La Base del traslado exento del resumen no es el redondeo de las bases exentas de los conceptos.',
    "The Base of the exempt traslado of the summary is not the rounded sum of the lines' exempt ones.",
    (r) => r.exento && comparable(r) && r.base?.value !== r.baseDebida && placeOf(r.node, 'Base'),
  ),
  // Lines whose tax or rate is in no catalogue have their own codes: 175 and 179.
  rule40(
    217,
    'El Impuesto del traslado del resumen no está en c_Impuesto.',
    'The Impuesto of the traslado of the summary is not in c_Impuesto.',
    (r) => !r.known && placeOf(r.node, 'Impuesto'),
  ),
  rule40(
    218,
    'Hay más de un renglón con la misma combinación de impuesto, factor y tasa.',
    'There is more than one row with the same tax, factor and rate.',
    (r) => r.repeated && placeOf(r.node, 'Impuesto'),
  ),
  rule40(
    219,
    'La TasaOCuota del traslado del resumen no está en c_TasaOCuota para su impuesto y factor.',
    'The TasaOCuota of the traslado of the summary is not in c_TasaOCuota for its tax and factor.',
    (r) => r.known && !r.permitida && (r.exento || r.tasa !== undefined) && placeOf(r.node, 'TasaOCuota'),
  ),
  rule40(
    220,
    'El Importe del traslado del resumen tiene más decimales que la moneda.',
    'The Importe of the traslado of the summary has more decimals than the currency.',
    (r, { doc }) => doesNotFit(doc, r.importe) && placeOf(r.node, 'Importe'),
  ),
  rule40(
    221,
    'El Importe del traslado del resumen no es el redondeo de los traslados de los conceptos.',
    "The Importe of the traslado of the summary is not the rounded sum of the lines'.",
    (r) =>
      !r.exento &&
      comparable(r) &&
      r.importe !== undefined &&
      r.importe.value !== r.importeDue &&
      placeOf(r.node, 'Importe'),
  ),
];
