import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toAntiguedadInWeeks, fitsInWeeks, matchesPeriod } from './antiguedad.js';

const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((n) => new Date(Date.UTC(1970, 0, n)).toISOString().slice(0, 10));

describe('antigüedad', () => {
  it('is whole weeks, both ends counted (NOM54)', () => {
    expect(toAntiguedadInWeeks('2015-01-01', '2021-12-24')).toBe('P364W');
    expect(toAntiguedadInWeeks('2026-11-01', '2026-11-06')).toBe('P0W');
    expect(toAntiguedadInWeeks('2026-11-01', '2026-11-07')).toBe('P1W');
    expect(toAntiguedadInWeeks('2026-11-08', '2026-11-07')).toBe('P0W');
  });

  it('computed, it is the most that NOM54 takes', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        const semanas = toAntiguedadInWeeks(start, end);
        expect(fitsInWeeks(semanas, start, end)).toBe(true);
        const more = `P${Number(semanas.slice(1, -1)) + 1}W`;
        expect(fitsInWeeks(more, start, end)).toBe(false);
      }),
      { seed: 3 },
    );
  });

  it.each([
    ['P11Y10M14D', '2015-01-01', '2026-11-15', true],
    ['P11Y10M15D', '2015-01-01', '2026-11-15', true],
    ['P11Y10M16D', '2015-01-01', '2026-11-15', false],
    ['P11Y10M13D', '2015-01-01', '2026-11-15', false],
    ['P142M14D', '2015-01-01', '2026-11-15', true],
    ['P0D', '2026-11-15', '2026-11-15', true],
    ['P1D', '2026-11-15', '2026-11-15', true],
    ['P2D', '2026-11-15', '2026-11-15', false],
    ['P1M0D', '2026-01-31', '2026-02-28', true],
    ['P28D', '2026-01-31', '2026-02-28', false],
    ['P28D', '2026-01-31', '2026-02-27', false],
    ['P27D', '2026-01-31', '2026-02-27', true],
    ['P31D', '2026-01-01', '2026-02-01', false],
    ['P31D', '2026-01-01', '2026-01-31', false],
    ['P1M0D', '2026-01-01', '2026-01-31', true],
    ['P4Y0D', '2020-02-29', '2024-02-29', true],
    ['P3Y0D', '2020-02-29', '2023-02-28', true],
    ['P12W', '2020-02-29', '2023-02-28', true],
  ])('%s from %s to %s: %s', (antiguedad, start, end, bien) => {
    expect(matchesPeriod(antiguedad, start, end)).toBe(bien);
  });
});
