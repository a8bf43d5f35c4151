import { formatDecimal, parseDecimal, type Micros } from '#kernel';
import type { XmlNode } from '../../parsed.js';

/** Sums of a payroll, in MXN with two decimals. */

/** An amount as text with two decimals. */
export const formatPesos = (value: Micros): string => formatDecimal(value, { min: 2 });

/** The sum of some attributes over some elements, in micros; what is missing or wrong counts as nothing. */
export const sumOf = (nodes: readonly XmlNode[], ...names: readonly string[]): Micros =>
  nodes.reduce(
    (total, { attributes }) =>
      names.reduce((sum, name) => sum + (parseDecimal(attributes[name] ?? '0') ?? 0n), total),
    0n,
  );

/** The sum of the nodes of a kind, as text; undefined if there is none. */
export const sumWhere = (
  nodes: readonly XmlNode[],
  is: (node: XmlNode) => boolean,
  ...names: readonly string[]
): string | undefined => {
  const own = nodes.filter(is);
  return own.length === 0 ? undefined : formatPesos(sumOf(own, ...names));
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
export function sumTotales(nominas: XmlNode | readonly XmlNode[]): TotalesNomina {
  const all: readonly XmlNode[] = 'name' in nominas ? [nominas] : nominas;
  const percepciones = sumOf(all, 'TotalPercepciones');
  const otrosPagos = sumOf(all, 'TotalOtrosPagos');
  const deducciones = sumOf(all, 'TotalDeducciones');
  const subTotal = percepciones + otrosPagos;
  return {
    totalPercepciones: formatPesos(percepciones),
    totalOtrosPagos: formatPesos(otrosPagos),
    subTotal: formatPesos(subTotal),
    ...(all.some(({ attributes }) => 'TotalDeducciones' in attributes) && {
      descuento: formatPesos(deducciones),
    }),
    total: formatPesos(subTotal - deducciones),
  };
}
