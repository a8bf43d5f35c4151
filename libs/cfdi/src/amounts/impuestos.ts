import type { Retencion, Traslado } from '../comprobante.js';
import type { Arith } from './arith.js';
import { atLeast, type Linea } from './linea.js';
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
  { cantidad, base }: Linea<T>,
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
      return atLeast(m.mulDiv(porUnidad, cantidad, unit), m);
  }
}

/** Importe of a tax: half-up at the sixth decimal, inside the limits of CFDI40180 and 186. */
const importeOf = <T>(base: T, tasa: T, { m, unit }: Suma<T>): T => m.mulDiv(base, tasa, unit);

/** The line's shown IEPS that IVA is charged on. */
function iepsOf<T>(linea: Linea<T>, perfil: Perfil<T>, suma: Suma<T>): T {
  let total = suma.m.zero;
  for (const { feedsIva, base, porUnidad, tasa } of perfil.traslados)
    if (feedsIva)
      total = suma.m.add(total, importeOf(baseOf(base, porUnidad, linea, total, suma), tasa, suma));
  return total;
}

/** Charges the taxes of a line: adds them to their groups and to `suma`, and writes them into it. */
export function gravar<T>(linea: Linea<T>, perfil: Perfil<T>, suma: Suma<T>): void {
  const { m, decimals } = suma;
  suma.trasladado = m.zero;
  const ieps = perfil.cascade ? iepsOf(linea, perfil, suma) : m.zero;
  if (perfil.traslados.length > 0) {
    const traslados: Traslado[] = [];
    for (const impuesto of perfil.traslados) traslados.push(trasladar(impuesto, linea, ieps, suma));
    linea.traslados = traslados;
  }
  if (perfil.retenciones.length > 0)
    linea.retenciones = perfil.retenciones.map((impuesto) => {
      const base = baseOf(impuesto.base, impuesto.porUnidad, linea, ieps, suma);
      const importe = charge(impuesto, base, suma);
      return {
        base: m.shortText(base, decimals),
        impuesto: impuesto.impuesto,
        tipoFactor: impuesto.tipoFactor as Retencion['tipoFactor'],
        tasaOCuota: impuesto.tasaOCuota as string,
        importe: m.shortText(importe, decimals),
      };
    });
  for (const local of perfil.locales) {
    const importe = importeOf(baseOf(local.base, local.porUnidad, linea, ieps, suma), local.tasa, suma);
    local.grupo.importe = m.add(local.grupo.importe, importe);
    if (!local.retencion) suma.trasladado = m.add(suma.trasladado, importe);
  }
}

function trasladar<T>(impuesto: ImpuestoDeLinea<T>, linea: Linea<T>, ieps: T, suma: Suma<T>): Traslado {
  const { m, decimals } = suma;
  const base = baseOf(impuesto.base, impuesto.porUnidad, linea, ieps, suma);
  const importe = charge(impuesto, base, suma);
  suma.trasladado = m.add(suma.trasladado, importe);
  return {
    base: m.shortText(base, decimals),
    impuesto: impuesto.impuesto,
    tipoFactor: impuesto.tipoFactor,
    tasaOCuota: impuesto.tasaOCuota,
    importe: impuesto.tasaOCuota === undefined ? undefined : m.shortText(importe, decimals),
  };
}

function charge<T>({ tasa, grupo }: ImpuestoDeLinea<T>, base: T, suma: Suma<T>): T {
  const importe = importeOf(base, tasa, suma);
  grupo.base = suma.m.add(grupo.base, base);
  grupo.importe = suma.m.add(grupo.importe, importe);
  return importe;
}
