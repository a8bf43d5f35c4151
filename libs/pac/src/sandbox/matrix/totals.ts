import {
  cabeEnMoneda,
  claveTraslado,
  redondeo,
  type Documento,
  type Impuesto,
  type Resumen,
} from './figures.js';
import { regla, type Regla } from './rule.js';

/** Rules of the matrix for the amounts of the header and of the summary of taxes. */

const conImportes = /^[IEN]$/;
const sinImportes = /^[TP]$/;

export const reglasTotales: readonly Regla<Documento>[] = [
  regla(107, 'El SubTotal tiene más decimales que la moneda', (d) => !cabeEnMoneda(d, d.subTotal)),
  regla(
    108,
    'El SubTotal no es el redondeo de la suma de los importes de los conceptos',
    (d) => conImportes.test(d.tipo) && d.subTotal.valor !== redondeo(d, d.sumaImportes),
  ),
  regla(
    109,
    'El SubTotal de un comprobante de traslado o de pago debe ser cero',
    (d) => sinImportes.test(d.tipo) && d.subTotal.valor !== 0n,
  ),
  regla(
    110,
    'El Descuento es mayor que el SubTotal',
    (d) => d.descuento !== undefined && d.descuento.valor > d.subTotal.valor,
  ),
  regla(
    111,
    'El Descuento no es el redondeo de la suma de los descuentos de los conceptos, o sobra o falta',
    (d) => {
      const debe = conImportes.test(d.tipo) && d.conDescuento;
      if (!debe || !d.descuento) return debe !== (d.descuento !== undefined);
      return d.descuento.valor !== redondeo(d, d.sumaDescuentos);
    },
  ),
  regla(112, 'El Descuento tiene más decimales que la moneda', (d) => !cabeEnMoneda(d, d.descuento)),
  regla(
    119,
    'El Total no es el SubTotal menos descuentos, más impuestos trasladados, menos retenidos, con los locales',
    (d) =>
      d.total.valor !==
      d.subTotal.valor -
        (d.descuento?.valor ?? 0n) +
        (d.resumen?.totalTrasladados?.valor ?? 0n) -
        (d.resumen?.totalRetenidos?.valor ?? 0n) +
        d.locales,
  ),
  regla(
    201,
    'Un comprobante de traslado o de pago no lleva el resumen de impuestos',
    (d) => sinImportes.test(d.tipo) && d.resumen !== undefined,
  ),
  regla(
    211,
    'Los impuestos retenidos de los conceptos no están en el resumen',
    (d) => conImportes.test(d.tipo) && falta(d.porRetencion, d.resumen?.retenciones, (r) => r.impuesto),
  ),
  regla(
    221,
    'Los impuestos trasladados de los conceptos no están en el resumen',
    (d) => conImportes.test(d.tipo) && falta(d.porTraslado, d.resumen?.traslados, claveTraslado),
  ),
];

function falta(
  groups: ReadonlyMap<string, unknown>,
  rows: readonly Impuesto[] | undefined,
  key: (row: Impuesto) => string,
): boolean {
  if (groups.size === 0) return false;
  const present = new Set(rows?.map(key));
  return [...groups.keys()].some((group) => !present.has(group));
}

const suma = (rows: readonly Impuesto[]): bigint =>
  rows.reduce((sum, r) => sum + (r.importe?.valor ?? 0n), 0n);

const repetido = (keys: readonly string[]): boolean => new Set(keys).size < keys.length;

export const reglasResumen: readonly Regla<Resumen>[] = [
  regla(
    202,
    'TotalImpuestosRetenidos tiene más decimales que la moneda',
    (r, d) => !cabeEnMoneda(d, r.totalRetenidos),
  ),
  regla(
    203,
    'TotalImpuestosRetenidos no es la suma de las retenciones',
    (r) => r.totalRetenidos !== undefined && r.totalRetenidos.valor !== suma(r.retenciones),
  ),
  regla(
    204,
    'TotalImpuestosTrasladados tiene más decimales que la moneda',
    (r, d) => !cabeEnMoneda(d, r.totalTrasladados),
  ),
  regla(
    205,
    'TotalImpuestosTrasladados no es la suma de los traslados',
    (r) => r.totalTrasladados !== undefined && r.totalTrasladados.valor !== suma(r.traslados),
  ),
  regla(
    206,
    'Hay retenciones y falta TotalImpuestosRetenidos',
    (r) => r.retenciones.length > 0 && r.totalRetenidos === undefined,
  ),
  regla(
    208,
    'Hay más de un renglón del mismo impuesto retenido',
    (r) => r.retenciones.length > 1 && repetido(r.retenciones.map((row) => row.impuesto)),
  ),
  regla(
    212,
    'Hay traslados con Tasa o Cuota y falta TotalImpuestosTrasladados, o sobra con solo exentos',
    (r) => {
      const conTasa = r.traslados.some((row) => row.tipoFactor !== 'Exento');
      if (conTasa) return r.totalTrasladados === undefined;
      return r.traslados.length > 0 && r.totalTrasladados !== undefined;
    },
  ),
  regla(
    218,
    'Hay más de un renglón con la misma combinación de impuesto, factor y tasa',
    (r) => r.traslados.length > 1 && repetido(r.traslados.map(claveTraslado)),
  ),
];

export const reglasResumenRetencion: readonly Regla<Impuesto>[] = [
  regla(
    210,
    'El Importe de la retención del resumen tiene más decimales que la moneda',
    (t, d) => !cabeEnMoneda(d, t.importe),
  ),
  regla(
    211,
    'El Importe de la retención del resumen no es el redondeo de las retenciones de los conceptos',
    (t, d) => t.importe?.valor !== redondeo(d, d.porRetencion.get(t.impuesto)?.importe ?? 0n),
  ),
];

export const reglasResumenTraslado: readonly Regla<Impuesto>[] = [
  regla(
    213,
    'Un traslado exento del resumen lleva solo Base, Impuesto y TipoFactor; los demás, también tasa e Importe',
    (t) => (t.tipoFactor === 'Exento') !== (t.tasa === undefined && t.importe === undefined),
  ),
  regla(
    214,
    'La Base del traslado del resumen tiene más decimales que la moneda',
    (t, d) => !cabeEnMoneda(d, t.base),
  ),
  regla(
    215,
    'La Base del traslado del resumen no es el redondeo de las bases de los conceptos',
    (t, d) =>
      t.tipoFactor !== 'Exento' &&
      t.base.valor !== redondeo(d, d.porTraslado.get(claveTraslado(t))?.base ?? 0n),
  ),
  regla(
    216,
    'La Base del traslado exento del resumen no es el redondeo de las bases exentas de los conceptos',
    (t, d) =>
      t.tipoFactor === 'Exento' &&
      t.base.valor !== redondeo(d, d.porTraslado.get(claveTraslado(t))?.base ?? 0n),
  ),
  regla(
    220,
    'El Importe del traslado del resumen tiene más decimales que la moneda',
    (t, d) => !cabeEnMoneda(d, t.importe),
  ),
  regla(
    221,
    'El Importe del traslado del resumen no es el redondeo de los traslados de los conceptos',
    (t, d) =>
      t.importe !== undefined &&
      t.importe.valor !== redondeo(d, d.porTraslado.get(claveTraslado(t))?.importe ?? 0n),
  ),
];
