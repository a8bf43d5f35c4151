import { describe, expect, it } from '@jest/globals';
import { Watermark } from './watermark.js';

const taking = (...offsets: number[]) => {
  const watermark = new Watermark();
  const taken = offsets.map((offset) => watermark.take(BigInt(offset)));
  return { watermark, taken };
};

describe('the low watermark of a partition', () => {
  it('is unknown before anything has come', () => {
    expect(new Watermark().low).toBeUndefined();
  });

  it('stays at the first unfinished message, even if later ones are finished', () => {
    const { watermark } = taking(7, 8, 9, 10);
    expect(watermark.low).toBe(7n);
    for (const offset of [9n, 8n]) watermark.finish(offset);
    expect(watermark.low).toBe(7n);
    watermark.finish(7n);
    expect(watermark.low).toBe(10n);
    watermark.finish(10n);
    expect(watermark.low).toBe(11n);
  });

  it('recognizes repeated messages, running or finished', () => {
    const { watermark } = taking(7, 8, 9);
    watermark.finish(8n);
    expect([7n, 8n, 9n, 10n].map((offset) => watermark.take(offset))).toEqual([false, false, false, true]);
    expect(watermark.low).toBe(7n);
  });

  it('waits before a gap for what is unfinished: within one generation it is nobody else’s', () => {
    const { watermark, taken } = taking(7, 8, 20);
    expect(taken).toEqual([true, true, true]);
    expect(watermark.low).toBe(7n);
    watermark.finish(7n);
    watermark.finish(8n);
    expect(watermark.low).toBe(20n);
  });

  it('knows that the log has become shorter', () => {
    const { watermark } = taking(7, 8);
    expect([9n, 8n].map((end) => watermark.isBeyond(end))).toEqual([false, true]);
    expect(new Watermark().isBeyond(0n)).toBe(false);
  });

  it('agrees with a plain count for any order of finishing', () => {
    for (let round = 0; round < 200; round += 1) {
      const offsets = Array.from({ length: 20 }, (_, n) => n);
      const { watermark } = taking(...offsets);
      const done = new Set<number>();
      for (const next of shuffled(offsets, round)) {
        watermark.finish(BigInt(next));
        done.add(next);
        const first = offsets.find((offset) => !done.has(offset)) ?? 20;
        expect(watermark.low).toBe(BigInt(first));
      }
    }
  });
});

/** The same order for the same seed. */
function shuffled(items: readonly number[], seed: number): number[] {
  let state = seed + 1;
  return items
    .map((item) => ({ item, at: (state = (state * 48_271) % 2_147_483_647) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
