import type { Arith } from '../../amounts/arith.js';
import { collapse } from '../../text.js';

/**
 * Amounts as the rules compare them: micros, all of one document in doubles or all in bigints, so that the rules
 * themselves only ask whether one is larger than, or the same as, another.
 */
export type Amount = number | bigint;

export interface Figure<T extends Amount = Amount> {
  /** In micros. */
  readonly value: T;
  /** Decimals as written: zeros count. */
  readonly decimals: number;
}

/** An amount whose form the structure has checked; throws on any other text. */
export function toFigure<T extends Amount>(m: Arith<T>, text: string): Figure<T> {
  const value = m.parse(text);
  if (value === undefined) {
    const smooth = collapse(text);
    if (smooth === text) throw new TypeError(`not an amount: ${text.slice(0, 40)}`);
    return toFigure(m, smooth);
  }
  const dot = text.indexOf('.');
  return { value, decimals: dot < 0 ? 0 : text.length - dot - 1 };
}

const MAX = Number.MAX_SAFE_INTEGER;
const P10 = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12] as const;
const p10 = (n: number): number => P10[n] as number;

/** The integer of an amount's digits as written: 12.50 is 1250. */
const digitsOf = ({ decimals }: Figure, micros: number): number => micros / p10(6 - decimals);

/**
 * Whether a product is well inside its limits, in doubles that hold integers: half a unit of its last decimal from
 * the exact product, or between the products of the factors' own halves. False is no answer.
 */
function isClearlyInside(product: Figure, a: Figure, b: Figure, exactB: boolean): boolean {
  if (typeof product.value !== 'number' || typeof a.value !== 'number' || typeof b.value !== 'number')
    return false;
  const [x, y, p] = [digitsOf(a, a.value), digitsOf(b, b.value), digitsOf(product, product.value)];
  const scale = a.decimals + b.decimals - product.decimals;
  const unidad = scale < 0 ? 1 : p10(scale);
  const exact = scale < 0 ? x * y * p10(-scale) : x * y;
  const written = p * unidad;
  if (exact > MAX / 8 || written > MAX / 8) return false;
  if (2 * Math.abs(exact - written) <= unidad) return true;
  if (scale < 0) return false;
  // The 10^-12 that the upper limits take away is at most this much, in quarters of the last decimal of x * y.
  const margen = 1 + 1e-5 * (x + y);
  if (exactB) return (2 * x - 1) * y <= 2 * written && 2 * written + margen <= (2 * x + 1) * y;
  return (2 * x - 1) * (2 * y - 1) <= 4 * written && 4 * written + margen <= (2 * x + 1) * (2 * y + 1);
}

const e = (n: number): bigint => 10n ** BigInt(n);

/**
 * The limits of a product (CFDI40167, 180, 186, 198): with a and b taken half a unit of their last decimal lower,
 * truncated, and half a unit less 10^-12 higher, rounded up, both to the decimals of the product as written.
 * A factor that is exact (a rate) has no half unit.
 */
export function isInLimits(product: Figure, a: Figure, b: Figure, exactB = false): boolean {
  if (isClearlyInside(product, a, b, exactB)) return true;
  const unidad = e(24 - product.decimals);
  const halfOf = (n: Figure): bigint => e(12 - n.decimals) / 2n;
  const [x, y] = [BigInt(a.value) * e(6), BigInt(b.value) * e(6)];
  const [hx, hy] = [halfOf(a), halfOf(b)];
  const pathUnder = (x - hx) * (exactB ? y : y - hy);
  const stop = (x + hx - 1n) * (exactB ? y : y + hy - 1n);
  const written = BigInt(product.value) * e(18);
  return written >= (pathUnder / unidad) * unidad && written <= ((stop + unidad - 1n) / unidad) * unidad;
}
