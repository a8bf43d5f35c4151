import { describe, expect, it } from '@jest/globals';
import { takeRandom } from './random.js';

describe('random bytes', () => {
  it('are never given twice, over many pages', () => {
    const taken = Array.from({ length: 5_000 }, () => takeRandom(12).toString('hex'));
    expect(new Set(taken).size).toBe(5_000);
    expect(new Set(taken.map((hex) => hex.length))).toEqual(new Set([24]));
  });

  it('stay what they were when more are taken', () => {
    const first = takeRandom(64);
    const before = first.toString('hex');
    for (let n = 0; n < 200; n += 1) takeRandom(64);
    expect(first.toString('hex')).toBe(before);
    expect(first.some((byte) => byte !== 0)).toBe(true);
  });

  it('are for what is short', () => {
    expect(() => takeRandom(65)).toThrow(RangeError);
  });
});
