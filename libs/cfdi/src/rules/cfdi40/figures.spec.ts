import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bigints } from '../../amounts/bigints.js';
import { doubles } from '../../amounts/doubles.js';
import { toFigure as figureOf, isInLimits, type Figure } from './figures.js';

const toFigure = (text: string): Figure<bigint> => figureOf(bigints, text);
const toDoubles = (n: Figure<bigint>): Figure<number> => ({ ...n, value: Number(n.value) });

/**
 * The limits as the matrix words them (CFDI40167), in exact fractions and without shortcuts: every number is an
 * integer count of 10^-24.
 */
function byTheBook(product: Figure<bigint>, a: Figure<bigint>, b: Figure<bigint>, exactB: boolean): boolean {
  const E = (n: number): bigint => 10n ** BigInt(n);
  const half = (n: Figure<bigint>): bigint => E(12 - n.decimals) / 2n;
  const [x, y] = [a.value * E(6), b.value * E(6)];
  const low = (x - half(a)) * (exactB ? y : y - half(b));
  const high = (x + half(a) - 1n) * (exactB ? y : y + half(b) - 1n);
  const step = E(24 - product.decimals);
  const truncated = (low / step) * step;
  const up = high % step === 0n ? high : (high / step + 1n) * step;
  const value = product.value * E(18);
  return value >= truncated && value <= up;
}

const text = (whole: number, maxDecimals: number) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: whole }),
      fc.integer({ min: 0, max: maxDecimals }),
      fc.integer({ min: 0, max: 999_999 }),
    )
    .map(([units, decimals, fraction]) =>
      decimals === 0 ? String(units) : `${units}.${String(fraction).padStart(6, '0').slice(0, decimals)}`,
    );

describe('limits of a product', () => {
  it('agree with the matrix, near the product and far from it', () => {
    fc.assert(
      fc.property(
        text(5000, 6),
        text(100_000, 6),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: -6, max: 6 }),
        fc.boolean(),
        (first, second, decimals, off, exact) => {
          const [a, b] = [toFigure(first), toFigure(second)];
          const unit = 10n ** BigInt(6 - decimals);
          const near = (a.value * b.value) / 1_000_000n / unit + BigInt(off);
          const product: Figure<bigint> = { value: (near < 0n ? 0n : near) * unit, decimals };
          const expected = byTheBook(product, a, b, exact);
          expect(isInLimits(product, a, b, exact)).toBe(expected);
          expect(isInLimits(toDoubles(product), toDoubles(a), toDoubles(b), exact)).toBe(expected);
        },
      ),
      { numRuns: 3000, seed: 14 },
    );
  });

  it.each([
    ['4 games at 956.04 make 3824.15', '3824.15', '4', '956.04', true],
    ['a quantity without decimals may be half a unit off', '151', '1', '100.00', true],
    ['but no more', '152', '1', '100.00', false],
    ['with decimals it is narrow', '100.06', '1.000', '100.00', true],
    ['and ends soon', '100.07', '1.000', '100.00', false],
  ])('%s', (_, product, a, b, expected) => {
    const [p, x, y] = [figureOf(doubles, product), figureOf(doubles, a), figureOf(doubles, b)];
    expect(isInLimits(p, x, y)).toBe(expected);
    expect(isInLimits(toFigure(product), toFigure(a), toFigure(b))).toBe(expected);
  });
});
