import { formatDecimal, parseDecimal, type Micros } from '#kernel';
import type { Nodo } from '../../parsed.js';

/** Sums of a payroll, in MXN with two decimals. */

/** An amount as text with two decimals. */
export const pesos = (valor: Micros): string => formatDecimal(valor, { min: 2 });

/** The sum of some attributes over some elements, in micros; what is missing or wrong counts as nothing. */
export const suma = (nodos: readonly Nodo[], ...nombres: readonly string[]): Micros =>
  nodos.reduce(
    (total, { atributos }) =>
      nombres.reduce((sum, nombre) => sum + (parseDecimal(atributos[nombre] ?? '0') ?? 0n), total),
    0n,
  );

/** The sum of those that are of a kind, as text; undefined where none is. */
export const sumaSi = (
  nodos: readonly Nodo[],
  es: (nodo: Nodo) => boolean,
  ...nombres: readonly string[]
): string | undefined => {
  const suyos = nodos.filter(es);
  return suyos.length === 0 ? undefined : pesos(suma(suyos, ...nombres));
};

/** What the comprobante around a payroll needs, as decimal text in MXN. */
export interface TotalesNomina {
  readonly totalPercepciones: string;
  readonly totalOtrosPagos: string;
  /** TotalPercepciones + TotalOtrosPagos: SubTotal, and the line's ValorUnitario and Importe (NOM20, NOM21). */
  readonly subTotal: string;
  /** TotalDeducciones (NOM22); absent where no payroll has deductions. */
  readonly descuento?: string;
  /** SubTotal - Descuento; below zero where more is deducted than paid, which CFDI40110 does not allow. */
  readonly total: string;
}

/**
 * The header's amounts of one element nomina12:Nomina, or of all of a document that has several (wages and a severance
 * in one comprobante), which add up.
 */
export function totalesNomina(nominas: Nodo | readonly Nodo[]): TotalesNomina {
  const todas: readonly Nodo[] = 'nombre' in nominas ? [nominas] : nominas;
  const percepciones = suma(todas, 'TotalPercepciones');
  const otrosPagos = suma(todas, 'TotalOtrosPagos');
  const deducciones = suma(todas, 'TotalDeducciones');
  const subTotal = percepciones + otrosPagos;
  return {
    totalPercepciones: pesos(percepciones),
    totalOtrosPagos: pesos(otrosPagos),
    subTotal: pesos(subTotal),
    ...(todas.some(({ atributos }) => 'TotalDeducciones' in atributos) && { descuento: pesos(deducciones) }),
    total: pesos(subTotal - deducciones),
  };
}
