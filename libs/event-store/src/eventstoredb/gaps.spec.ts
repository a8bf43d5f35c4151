import { describe, expect, it } from '@jest/globals';
import { Gaps } from './gaps.js';

describe('Gaps', () => {
  const gap = (start: bigint, end: bigint, stream?: string) => ({ start, end, stream });

  it('lead past what holds nothing of ours, and nowhere else', () => {
    const gaps = new Gaps();
    gaps.add(gap(10n, 50n));
    expect([9n, 10n, 49n, 50n].map((position) => gaps.skip(position))).toEqual([9n, 50n, 50n, 50n]);
  });

  it('are joined where they touch, in any order, and keep the event before them', () => {
    const gaps = new Gaps();
    gaps.add(gap(50n, 90n));
    gaps.add(gap(200n, 210n, 'later'));
    gaps.add(gap(10n, 50n, 'first'));
    gaps.add(gap(60n, 95n));
    expect(gaps.skip(10n)).toBe(95n);
    expect(gaps.after(5n)).toEqual(gap(10n, 95n, 'first'));
    expect(gaps.after(10n)).toEqual(gap(200n, 210n, 'later'));
    expect(gaps.after(200n)).toBeUndefined();
  });

  it('of no length are none, and the oldest are forgotten where there are too many', () => {
    const gaps = new Gaps();
    gaps.add(gap(5n, 5n));
    expect(gaps.after(0n)).toBeUndefined();
    for (let n = 0n; n <= 1_000n; n += 1n) gaps.add(gap(n * 10n, n * 10n + 5n));
    expect([0n, 10n, 10_000n].map((position) => gaps.skip(position))).toEqual([0n, 15n, 10_005n]);
  });
});
