import type { Amounts, ImpuestoLocal, ImpuestosLocales } from '../comprobante.js';
import type { Arith } from './arith.js';
import type { LocalTaxGroup, TaxGroups } from './groups.js';

/** The summary of a document: its rows as written, and what they add to and take from the Total. */
export type Summary<T> = Pick<
  Amounts,
  'totalImpuestosTrasladados' | 'totalImpuestosRetenidos' | 'traslados' | 'retenciones' | 'impuestosLocales'
> & { readonly trasladado: T; readonly retenido: T };

const add = <T, V>(m: Arith<T>, values: Iterable<V>, of: (value: V) => T): T => {
  let total = m.zero;
  for (const value of values) total = m.add(total, of(value));
  return total;
};

/**
 * Rounds every group to the currency's decimals (CFDI40211, 215, 221) and adds up what was rounded (CFDI40203, 205).
 * TotalImpuestosTrasladados exists where some transferred tax is not Exento (CFDI40212).
 */
export function summarize<T>(groups: TaxGroups<T>, m: Arith<T>, cent: T, decimals: number): Summary<T> {
  const rounded = ({ importe }: { importe: T }): T => m.round(importe, cent);
  const text = (value: T): string => m.text(value, decimals);
  const traslados = [...groups.traslados.values()];
  const retenciones = [...groups.retenciones.values()];
  const trasladado = add(m, traslados, rounded);
  const retenidoTotal = add(m, retenciones, rounded);
  const locales = localesOf(groups, m, decimals);
  return {
    trasladado: m.add(trasladado, locales.trasladado),
    retenido: m.add(retenidoTotal, locales.retenido),
    totalImpuestosTrasladados: traslados.some(({ tasaOCuota }) => tasaOCuota !== undefined)
      ? text(trasladado)
      : undefined,
    totalImpuestosRetenidos: retenciones.length > 0 ? text(retenidoTotal) : undefined,
    traslados: traslados.map((group) => ({
      base: text(m.round(group.base, cent)),
      impuesto: group.impuesto,
      tipoFactor: group.tipoFactor,
      tasaOCuota: group.tasaOCuota,
      importe: group.tasaOCuota === undefined ? undefined : text(rounded(group)),
    })),
    retenciones: retenciones.map((group) => ({ impuesto: group.impuesto, importe: text(rounded(group)) })),
    impuestosLocales: locales.written,
  };
}

/** The implocal complement has at most two decimals, and at most those of the currency. */
function localesOf<T>(
  groups: TaxGroups<T>,
  m: Arith<T>,
  currencyDecimals: number,
): { trasladado: T; retenido: T; written: ImpuestosLocales | undefined } {
  const [traslados, retenciones] = [groups.localesTrasladados, groups.localesRetenidos];
  if (traslados.size === 0 && retenciones.size === 0)
    return { trasladado: m.zero, retenido: m.zero, written: undefined };
  const decimals = Math.min(2, currencyDecimals);
  const cent = m.cents[decimals] as T;
  const rounded = ({ importe }: LocalTaxGroup<T>): T => m.round(importe, cent);
  const row = (group: LocalTaxGroup<T>): ImpuestoLocal => ({
    nombre: group.nombre,
    tasa: m.text(m.mulDiv(group.tasa, m.from(100n), m.one), 2),
    importe: m.text(rounded(group), decimals),
  });
  const trasladado = add(m, traslados.values(), rounded);
  const retenidoTotal = add(m, retenciones.values(), rounded);
  return {
    trasladado,
    retenido: retenidoTotal,
    written: {
      totalRetenciones: m.text(retenidoTotal, decimals),
      totalTraslados: m.text(trasladado, decimals),
      retenciones: [...retenciones.values()].map(row),
      traslados: [...traslados.values()].map(row),
    },
  };
}
