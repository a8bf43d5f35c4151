import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { Gaps } from './gaps.js';

describe('Gaps', () => {
  const at = (n: number) => readPosition(BigInt(n));
  const gap = (start: number, end: number, stream?: string) => ({ start: at(start), end: at(end), stream });

  it('lead past what holds nothing of ours, and nowhere else', () => {
    const gaps = new Gaps();
    gaps.add(gap(10, 50));
    expect([9, 10, 49, 50].map((place) => gaps.skip(at(place)))).toEqual([9, 50, 50, 50].map(at));
  });

  it('are joined where they touch, in any order, and keep the event before them', () => {
    const gaps = new Gaps();
    gaps.add(gap(50, 90));
    gaps.add(gap(200, 210, 'later'));
    gaps.add(gap(10, 50, 'first'));
    gaps.add(gap(60, 95));
    expect(gaps.skip(at(10))).toBe(at(95));
    expect(gaps.after(at(5))).toEqual(gap(10, 95, 'first'));
    expect(gaps.after(at(10))).toEqual(gap(200, 210, 'later'));
    expect(gaps.after(at(200))).toBeUndefined();
  });

  it('of no length are none, and the oldest are forgotten where there are too many', () => {
    const gaps = new Gaps();
    gaps.add(gap(5, 5));
    expect(gaps.after(at(0))).toBeUndefined();
    for (let n = 0; n <= 1_000; n += 1) gaps.add(gap(n * 10, n * 10 + 5));
    expect([0, 10, 10_000].map((place) => gaps.skip(at(place)))).toEqual([0, 15, 10_005].map(at));
  });
});
