import { divRound, formatDecimal, MICROS_SCALE, parseDecimal, pow10 } from '#kernel';
import type { Arith } from './arith.js';

/** {@link Arith} over bigints: any size. */
export const bigints: Arith<bigint> = {
  zero: 0n,
  one: 1n,
  unit: pow10(MICROS_SCALE),
  cents: [0, 1, 2, 3, 4, 5, 6].map((decimals) => pow10(MICROS_SCALE - decimals)),
  parse: (text) => parseDecimal(text),
  from: (value) => value,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  less: (a, b) => a < b,
  mulDiv: (a, b, c) => divRound(a * b, c),
  mulMod: (a, b, c) => (a * b) % c,
  round: (a, unit) => divRound(a, unit) * unit,
  fits: (a) => a < 10n ** 23n,
  text,
  shortText: (a, decimals) => text(a, a % pow10(MICROS_SCALE - decimals) === 0n ? decimals : MICROS_SCALE),
};

function text(a: bigint, decimals: number): string {
  return formatDecimal(a / pow10(MICROS_SCALE - decimals), { scale: decimals, min: decimals });
}
