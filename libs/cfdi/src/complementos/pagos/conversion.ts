import { pow10 } from '#kernel';
import type { Fraction } from '../../amounts/ratio.js';

/** EquivalenciaDR has at most this many decimals; we keep it as an integer scaled by them. */
export const EQUIVALENCIA_DECIMALS = 10;
/** The equivalencia of one currency with itself. */
export const ONE_TO_ONE = pow10(EQUIVALENCIA_DECIMALS);

/** An amount of a related document, in micros of its currency, and the document's equivalencia. */
export interface AmountPart {
  readonly importe: bigint;
  readonly equivalencia: bigint;
}

/**
 * What amounts of several currencies add up to in the payment's currency, in micros and exact: each is divided by its
 * document's EquivalenciaDR (units of the document's currency for one of the payment's), and nothing is rounded before
 * the sum (CRP20265, CRP20268, CRP20274).
 */
export function toMonedaDePago(partes: Iterable<AmountPart>): Fraction {
  const byEquivalencia = new Map<bigint, bigint>();
  for (const { importe, equivalencia } of partes)
    byEquivalencia.set(equivalencia, (byEquivalencia.get(equivalencia) ?? 0n) + importe);
  return sumOf(
    [...byEquivalencia].map(([equivalencia, importe]) =>
      equivalencia === ONE_TO_ONE
        ? { num: importe, den: 1n }
        : { num: importe * ONE_TO_ONE, den: equivalencia },
    ),
  );
}

/** Adds fractions without reducing them: a hundred different denominators of 34 bits are nothing to a bigint. */
export function sumOf(fracciones: Iterable<Fraction>): Fraction {
  let parseNumber = 0n;
  let den = 1n;
  for (const fraccion of fracciones) {
    if (fraccion.den === 1n) parseNumber += fraccion.num * den;
    else {
      parseNumber = parseNumber * fraccion.den + fraccion.num * den;
      den *= fraccion.den;
    }
  }
  return { num: parseNumber, den };
}

/** An amount paid as a rule sees it: with the decimals that are written, which say how exact it is. */
export interface PaidPart extends AmountPart {
  readonly decimals: number;
  /** Decimals written in EquivalenciaDR; ten where the currencies are the same (CRP20277). */
  readonly decimalesEquivalencia: number;
}

/**
 * The least that an amount paid may be in the payment's currency, in micros: half a unit of its last decimal less,
 * over an equivalencia of half a unit of its last decimal more (CRP20275).
 */
export function lowerLimitOf({ importe, decimals, equivalencia, decimalesEquivalencia }: PaidPart): Fraction {
  const halfImporte = pow10(6 - decimals);
  const mediaEquivalencia = pow10(EQUIVALENCIA_DECIMALS - decimalesEquivalencia);
  return { num: (2n * importe - halfImporte) * ONE_TO_ONE, den: 2n * equivalencia + mediaEquivalencia };
}
