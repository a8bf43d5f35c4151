import { formatDecimal, parseDecimal, roundMicros } from '#kernel';
import type { RetencionInput } from './input.js';
import type { TotalesRetencion } from './model.js';

/** Amounts of a retention, which are pesos with two decimals; and those that follow from others. */

/** Micros of a field rounded to cents; undefined for what is no number of a sensible length. */
export function centavos(given: unknown): bigint | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const micros = String(given).length > 40 ? undefined : parseDecimal(given);
  return micros === undefined ? undefined : roundMicros(micros, 2);
}

/** An amount as it is written. */
export const twoDecimals = (micros: bigint): string => formatDecimal(micros, { min: 2 });

/** The input with the two amounts that follow from others, where they were left out. */
export function fillTotales(input: RetencionInput): Readonly<Record<string, unknown>> {
  const totales: unknown = input.totales;
  if (typeof totales !== 'object' || totales === null || Array.isArray(totales)) return { ...input };
  const { montoTotGrav, montoTotRet, montoTotOperacion, montoTotExent, impRetenidos } =
    totales as RetencionInput['totales'];
  const [operation, exentoTotal] = [centavos(montoTotOperacion), centavos(montoTotExent)];
  const rows: readonly unknown[] = Array.isArray(impRetenidos) ? impRetenidos : [];
  const montos = rows.map((row) => centavos((row as { montoRet?: unknown } | null)?.montoRet) ?? 0n);
  return {
    ...input,
    totales: {
      ...totales,
      montoTotGrav:
        montoTotGrav ??
        // Of key 28 nothing is taxed or exempt (Reten20108).
        (operation === undefined || exentoTotal === undefined || input.cveRetenc === '28'
          ? '0'
          : twoDecimals(exentoTotal > operation ? 0n : operation - exentoTotal)),
      montoTotRet: montoTotRet ?? twoDecimals(montos.reduce((sum, monto) => sum + monto, 0n)),
    },
  };
}

/** The amounts of a document, as it would have them. */
export type RetencionAmounts = Pick<
  TotalesRetencion,
  'montoTotOperacion' | 'montoTotGrav' | 'montoTotExent' | 'montoTotRet'
>;

/** The amounts of a document that may not be ready yet; undefined where one of them is missing or no number. */
export function computeRetencionAmounts(input: RetencionInput): RetencionAmounts | undefined {
  if (typeof input.totales !== 'object' || (input.totales as unknown) === null) return undefined;
  const { totales } = fillTotales(input) as { readonly totales: RetencionInput['totales'] };
  const [operation, taxed, exempt, withheld] = [
    centavos(totales.montoTotOperacion),
    centavos(totales.montoTotGrav),
    centavos(totales.montoTotExent),
    centavos(totales.montoTotRet),
  ];
  if (operation === undefined || taxed === undefined || exempt === undefined || withheld === undefined)
    return undefined;
  return {
    montoTotOperacion: twoDecimals(operation),
    montoTotGrav: twoDecimals(taxed),
    montoTotExent: twoDecimals(exempt),
    montoTotRet: twoDecimals(withheld),
  };
}
