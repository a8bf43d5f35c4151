import { describe, expect, it } from '@jest/globals';
import { conclude, FEWEST, judge, MOST, type Pair } from '../../bench/gate/verdict.mjs';

/** What a machine adds or takes that others use too: some per cent, and now and then very much. */
const NOISE = [0.01, -0.02, 0.02, -0.01, 0, 0.03, -0.03, 0.4, 0.01, -0.02, 0.02, -0.01];

/** Pairs of a build that takes `factor` times the processor time, as a noisy machine sees it. */
const pairs = (factor: number, count: number): Pair[] =>
  Array.from({ length: count }, (_, i) => ({
    base: 5.7,
    head: 5.7 * factor * (1 + (NOISE[i % NOISE.length] ?? 0)),
  }));

describe('the gate on speed', () => {
  it('lets an equal build pass, whatever disturbs single pairs', () => {
    expect(judge(pairs(1, 12))).toMatchObject({ verdict: 'pass' });
    expect(conclude(pairs(1, 12)).ratio).toBeCloseTo(1, 1);
  });

  it('lets a faster build pass', () => expect(judge(pairs(0.8, 12)).verdict).toBe('pass'));

  it('fails a build that takes a tenth more', () => {
    const { verdict, low } = judge(pairs(1.1, 12));
    expect(verdict).toBe('fail');
    expect(low).toBeGreaterThan(1.05);
  });

  it('concludes nothing of few pairs, however clear', () => {
    expect(judge(pairs(2, FEWEST - 1)).verdict).toBe('unsure');
    expect(judge(pairs(2, FEWEST)).verdict).toBe('fail');
  });

  it('asks for more pairs while the limit is within the interval', () => {
    expect(judge(pairs(1.05, 12)).verdict).toBe('unsure');
  });

  it('lets the median decide when there are no more pairs', () => {
    expect(conclude(pairs(1.04, MOST)).verdict).toBe('pass');
    expect(conclude(pairs(1.06, MOST)).verdict).toBe('fail');
  });

  it('fails no build that may be no slower, on a machine with noisy figures', () => {
    const wild = Array.from({ length: MOST }, (_, i) => ({ base: 5, head: 5 * (0.7 + (i / MOST) * 0.76) }));
    expect(judge(wild)).toMatchObject({ verdict: 'unsure' });
    expect(conclude(wild).ratio).toBeGreaterThan(1.05);
    expect(conclude(wild)).toMatchObject({ verdict: 'pass' });
  });

  it('leaves out more at the ends the more pairs there are: 95 % of the median', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ base: 100, head: 100 * (1 + i / 1_000) }));
    expect(judge(steps(12))).toMatchObject({ low: 1.002, high: 1.009 });
    expect(judge(steps(20))).toMatchObject({ low: 1.005, high: 1.014 });
  });

  it('takes no pair for a measurement that is none', () => {
    expect(() => judge([{ base: 0, head: 5 }])).toThrow('without a measurement');
  });
});
