import type { Amounts, ImpuestoLocal, ImpuestosLocales } from '../comprobante.js';
import type { Arith } from './arith.js';
import type { GrupoLocal, Grupos } from './grupos.js';

/** The summary of a document: its rows as written, and what they add to and take from the Total. */
export type Resumen<T> = Pick<
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
export function resumen<T>(grupos: Grupos<T>, m: Arith<T>, cent: T, decimals: number): Resumen<T> {
  const rounded = ({ importe }: { importe: T }): T => m.round(importe, cent);
  const text = (value: T): string => m.text(value, decimals);
  const traslados = [...grupos.traslados.values()];
  const retenciones = [...grupos.retenciones.values()];
  const trasladado = add(m, traslados, rounded);
  const retenido = add(m, retenciones, rounded);
  const locales = localesOf(grupos, m, decimals);
  return {
    trasladado: m.add(trasladado, locales.trasladado),
    retenido: m.add(retenido, locales.retenido),
    totalImpuestosTrasladados: traslados.some(({ tasaOCuota }) => tasaOCuota !== undefined)
      ? text(trasladado)
      : undefined,
    totalImpuestosRetenidos: retenciones.length > 0 ? text(retenido) : undefined,
    traslados: traslados.map((grupo) => ({
      base: text(m.round(grupo.base, cent)),
      impuesto: grupo.impuesto,
      tipoFactor: grupo.tipoFactor,
      tasaOCuota: grupo.tasaOCuota,
      importe: grupo.tasaOCuota === undefined ? undefined : text(rounded(grupo)),
    })),
    retenciones: retenciones.map((grupo) => ({ impuesto: grupo.impuesto, importe: text(rounded(grupo)) })),
    impuestosLocales: locales.written,
  };
}

/** The implocal complement has at most two decimals, and at most those of the currency. */
function localesOf<T>(
  grupos: Grupos<T>,
  m: Arith<T>,
  currencyDecimals: number,
): { trasladado: T; retenido: T; written: ImpuestosLocales | undefined } {
  const [traslados, retenciones] = [grupos.localesTrasladados, grupos.localesRetenidos];
  if (traslados.size === 0 && retenciones.size === 0)
    return { trasladado: m.zero, retenido: m.zero, written: undefined };
  const decimals = Math.min(2, currencyDecimals);
  const cent = m.cents[decimals] as T;
  const rounded = ({ importe }: GrupoLocal<T>): T => m.round(importe, cent);
  const row = (grupo: GrupoLocal<T>): ImpuestoLocal => ({
    nombre: grupo.nombre,
    tasa: m.text(m.mulDiv(grupo.tasa, m.from(100n), m.one), 2),
    importe: m.text(rounded(grupo), decimals),
  });
  const trasladado = add(m, traslados.values(), rounded);
  const retenido = add(m, retenciones.values(), rounded);
  return {
    trasladado,
    retenido,
    written: {
      totalRetenciones: m.text(retenido, decimals),
      totalTraslados: m.text(trasladado, decimals),
      retenciones: [...retenciones.values()].map(row),
      traslados: [...traslados.values()].map(row),
    },
  };
}
