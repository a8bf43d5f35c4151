import type { Arith } from './arith.js';

/** An exact fraction; the denominator is positive. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** A fraction in lowest terms in the arithmetic of the document. */
export interface Ratio<T> {
  readonly num: T;
  readonly den: T;
  /** Multiplying by it changes nothing (1), or adds nothing (0). */
  readonly trivial: boolean;
}

export const ZERO: Fraction = { num: 0n, den: 1n };
export const UNITY: Fraction = { num: 1n, den: 1n };

export const plus = (a: Fraction, b: Fraction): Fraction =>
  reduceFraction({ num: a.num * b.den + b.num * a.den, den: a.den * b.den });

export const times = (a: Fraction, b: Fraction): Fraction =>
  reduceFraction({ num: a.num * b.num, den: a.den * b.den });

function reduceFraction({ num, den }: Fraction): Fraction {
  let [a, b] = [num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}

export const toRatio = <T>({ num, den }: Fraction, m: Arith<T>): Ratio<T> => ({
  num: m.from(num),
  den: m.from(den),
  trivial: num === 0n || num === den,
});
