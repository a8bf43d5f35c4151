import type { Retencion, Traslado } from '../comprobante.js';
import type { Arith } from './arith.js';
import { atLeast, type Line } from './line.js';
import type { BaseKind, LineImpuesto, TaxProfile } from './profile.js';

/** Where the taxes of the lines are added up; the groups themselves hang from the profiles. */
export interface Adding<T> {
  readonly m: Arith<T>;
  readonly decimals: number;
  readonly unit: T;
  /** Transferred taxes of the line at hand, local ones included. */
  trasladado: T;
}

/** What one tax is charged on. */
function baseOf<T>(
  kind: BaseKind,
  byUnidad: T,
  { cantidad, base }: Line<T>,
  ieps: T,
  { m, unit }: Adding<T>,
): T {
  switch (kind) {
    case 'line':
      return base;
    case 'with_ieps':
      return m.add(base, ieps);
    case 'fixed':
    case 'units':
      return atLeast(m.mulDiv(byUnidad, cantidad, unit), m);
  }
}

/** Importe of a tax: half-up at the sixth decimal, inside the limits of CFDI40180 and 186. */
const importeOf = <T>(base: T, tasa: T, { m, unit }: Adding<T>): T => m.mulDiv(base, tasa, unit);

/** The line's shown IEPS that IVA is charged on. */
function iepsOf<T>(line: Line<T>, profile: TaxProfile<T>, sum: Adding<T>): T {
  let total = sum.m.zero;
  for (const { feedsIva, base, perUnit, tasa } of profile.traslados)
    if (feedsIva) total = sum.m.add(total, importeOf(baseOf(base, perUnit, line, total, sum), tasa, sum));
  return total;
}

/** Charges the taxes of a line: adds them to their groups and to `sum`, and writes them into it. */
export function applyTaxes<T>(line: Line<T>, profile: TaxProfile<T>, sum: Adding<T>): void {
  const { m, decimals } = sum;
  sum.trasladado = m.zero;
  const ieps = profile.cascade ? iepsOf(line, profile, sum) : m.zero;
  if (profile.traslados.length > 0) {
    const traslados: Traslado[] = [];
    for (const impuesto of profile.traslados) traslados.push(transferTax(impuesto, line, ieps, sum));
    line.traslados = traslados;
  }
  if (profile.retenciones.length > 0)
    line.retenciones = profile.retenciones.map((impuesto) => {
      const base = baseOf(impuesto.base, impuesto.perUnit, line, ieps, sum);
      const importe = charge(impuesto, base, sum);
      return {
        base: m.shortText(base, decimals),
        impuesto: impuesto.impuesto,
        tipoFactor: impuesto.tipoFactor as Retencion['tipoFactor'],
        tasaOCuota: impuesto.tasaOCuota as string,
        importe: m.shortText(importe, decimals),
      };
    });
  for (const local of profile.locales) {
    const importe = importeOf(baseOf(local.base, local.perUnit, line, ieps, sum), local.tasa, sum);
    local.group.importe = m.add(local.group.importe, importe);
    if (!local.retencion) sum.trasladado = m.add(sum.trasladado, importe);
  }
}

function transferTax<T>(impuesto: LineImpuesto<T>, line: Line<T>, ieps: T, sum: Adding<T>): Traslado {
  const { m, decimals } = sum;
  const base = baseOf(impuesto.base, impuesto.perUnit, line, ieps, sum);
  const importe = charge(impuesto, base, sum);
  sum.trasladado = m.add(sum.trasladado, importe);
  return {
    base: m.shortText(base, decimals),
    impuesto: impuesto.impuesto,
    tipoFactor: impuesto.tipoFactor,
    tasaOCuota: impuesto.tasaOCuota,
    importe: impuesto.tasaOCuota === undefined ? undefined : m.shortText(importe, decimals),
  };
}

function charge<T>({ tasa, group }: LineImpuesto<T>, base: T, sum: Adding<T>): T {
  const importe = importeOf(base, tasa, sum);
  group.base = sum.m.add(group.base, base);
  group.importe = sum.m.add(group.importe, importe);
  return importe;
}
