import { pow10 } from '#kernel';
import type { Fraction } from '../../amounts/ratio.js';

/** EquivalenciaDR has at most this many decimals; we keep it as an integer scaled by them. */
export const DECIMALES_EQUIVALENCIA = 10;
/** The equivalencia of one currency with itself. */
export const PAR = pow10(DECIMALES_EQUIVALENCIA);

/** An amount of a related document, in micros of its currency, and the document's equivalencia. */
export interface Parte {
  readonly importe: bigint;
  readonly equivalencia: bigint;
}

/**
 * What amounts of several currencies add up to in the payment's currency, in micros and exact: each is divided by its
 * document's EquivalenciaDR (units of the document's currency for one of the payment's), and nothing is rounded before
 * the sum (CRP20265, CRP20268, CRP20274).
 */
export function enMonedaDePago(partes: Iterable<Parte>): Fraction {
  const porEquivalencia = new Map<bigint, bigint>();
  for (const { importe, equivalencia } of partes)
    porEquivalencia.set(equivalencia, (porEquivalencia.get(equivalencia) ?? 0n) + importe);
  return suma(
    [...porEquivalencia].map(([equivalencia, importe]) =>
      equivalencia === PAR ? { num: importe, den: 1n } : { num: importe * PAR, den: equivalencia },
    ),
  );
}

/** Adds fractions without reducing them: a hundred different denominators of 34 bits are nothing to a bigint. */
export function suma(fracciones: Iterable<Fraction>): Fraction {
  let num = 0n;
  let den = 1n;
  for (const fraccion of fracciones) {
    if (fraccion.den === 1n) num += fraccion.num * den;
    else {
      num = num * fraccion.den + fraccion.num * den;
      den *= fraccion.den;
    }
  }
  return { num, den };
}

/** An amount paid as a rule sees it: with the decimals that are written, which say how exact it is. */
export interface Pagado extends Parte {
  readonly decimales: number;
  /** Decimals written in EquivalenciaDR; ten where the currencies are the same (CRP20277). */
  readonly decimalesEquivalencia: number;
}

/**
 * The least that an amount paid may be in the payment's currency, in micros: half a unit of its last decimal less,
 * over an equivalencia of half a unit of its last decimal more (CRP20275).
 */
export function limiteInferior({
  importe,
  decimales,
  equivalencia,
  decimalesEquivalencia,
}: Pagado): Fraction {
  const medioImporte = pow10(6 - decimales);
  const mediaEquivalencia = pow10(DECIMALES_EQUIVALENCIA - decimalesEquivalencia);
  return { num: (2n * importe - medioImporte) * PAR, den: 2n * equivalencia + mediaEquivalencia };
}
