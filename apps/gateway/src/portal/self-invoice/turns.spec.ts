import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  it('are taken in order, so many at a time, and refused where too many wait', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 1 });
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const work = (n: number) =>
      turns.take(() => {
        begun.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const [one, two, three] = [work(1), work(2), work(3)];
    await expect(work(4)).rejects.toMatchObject({ refusal: { code: 'service_unavailable' } });
    expect(begun).toEqual([1, 2]);
    ends[0]?.();
    await one;
    expect(begun).toEqual([1, 2, 3]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([two, three]);
    await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take(() => Promise.resolve('free again'))).toBe('free again');
  });
});
