import type { Retencion, Traslado } from '../comprobante.js';
import type { Arith } from './arith.js';
import type { Precio } from './linea.js';
import type { BaseKind, ImpuestoDeLinea, Perfil } from './perfil.js';

/** Where the taxes of the lines are added up; the groups themselves hang from the profiles. */
export interface Suma<T> {
  readonly m: Arith<T>;
  readonly decimals: number;
  readonly unit: T;
  /** Transferred taxes of the line at hand, local ones included. */
  trasladado: T;
}

/** What one tax is charged on. */
function baseOf<T>(
  kind: BaseKind,
  porUnidad: T,
  { cantidad, base }: Precio<T>,
  ieps: T,
  { m, unit }: Suma<T>,
): T {
  switch (kind) {
    case 'linea':
      return base;
    case 'con_ieps':
      return m.add(base, ieps);
    case 'fija':
    case 'unidades':
      return m.mulDiv(porUnidad, cantidad, unit);
  }
}

/** Importe of a tax: half-up at the sixth decimal, inside the limits of CFDI40180 and 186. */
const importeOf = <T>(base: T, tasa: T, { m, unit }: Suma<T>): T => m.mulDiv(base, tasa, unit);

/** The line's shown IEPS that IVA is charged on. */
function iepsOf<T>(precio: Precio<T>, perfil: Perfil<T>, suma: Suma<T>): T {
  let total = suma.m.zero;
  for (const { feedsIva, base, porUnidad, tasa } of perfil.traslados)
    if (feedsIva)
      total = suma.m.add(total, importeOf(baseOf(base, porUnidad, precio, total, suma), tasa, suma));
  return total;
}

/** Charges the taxes of a line: adds them to their groups and to `suma`, and writes them. */
export function gravar<T>(
  precio: Precio<T>,
  perfil: Perfil<T>,
  suma: Suma<T>,
): { traslados: readonly Traslado[]; retenciones: readonly Retencion[] } {
  const { m, decimals } = suma;
  suma.trasladado = m.zero;
  const ieps = perfil.cascade ? iepsOf(precio, perfil, suma) : m.zero;
  const charge = (impuesto: ImpuestoDeLinea<T>): { base: T; importe: T } => {
    const base = baseOf(impuesto.base, impuesto.porUnidad, precio, ieps, suma);
    const importe = importeOf(base, impuesto.tasa, suma);
    impuesto.grupo.base = m.add(impuesto.grupo.base, base);
    impuesto.grupo.importe = m.add(impuesto.grupo.importe, importe);
    return { base, importe };
  };
  const traslados = perfil.traslados.map((impuesto): Traslado => {
    const { base, importe } = charge(impuesto);
    suma.trasladado = m.add(suma.trasladado, importe);
    return {
      base: m.shortText(base, decimals),
      impuesto: impuesto.impuesto,
      tipoFactor: impuesto.tipoFactor,
      tasaOCuota: impuesto.tasaOCuota,
      importe: impuesto.tasaOCuota === undefined ? undefined : m.shortText(importe, decimals),
    };
  });
  const retenciones = perfil.retenciones.map((impuesto): Retencion => {
    const { base, importe } = charge(impuesto);
    return {
      base: m.shortText(base, decimals),
      impuesto: impuesto.impuesto,
      tipoFactor: impuesto.tipoFactor as Retencion['tipoFactor'],
      tasaOCuota: impuesto.tasaOCuota as string,
      importe: m.shortText(importe, decimals),
    };
  });
  for (const local of perfil.locales) {
    const base = baseOf(local.base, local.porUnidad, precio, ieps, suma);
    const importe = importeOf(base, local.tasa, suma);
    local.grupo.importe = m.add(local.grupo.importe, importe);
    if (!local.retencion) suma.trasladado = m.add(suma.trasladado, importe);
  }
  return { traslados, retenciones };
}
