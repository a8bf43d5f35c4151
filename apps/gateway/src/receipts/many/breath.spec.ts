import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inPool, monotonicMs } from '#kernel';
import { Breath } from './breath.js';

const holdLoop = (ms: number): void => {
  const end = monotonicMs() + ms;
  while (monotonicMs() < end);
};

describe('a pause between many pieces of work', () => {
  it('lets others have a turn after each piece that takes long, however many are worked on together', async () => {
    const breath = new Breath();
    const done: number[] = [];
    const work = inPool(
      16,
      Array.from({ length: 32 }, (_, index) => index),
      async (index) => {
        await breath.take();
        holdLoop(10);
        done.push(index);
      },
    );
    // The first of all begin together: nobody knows yet how long they take.
    await nextTurn();
    let [most, before] = [0, done.length];
    while (done.length < 32) {
      await nextTurn();
      most = Math.max(most, done.length - before);
      before = done.length;
    }
    await work;
    expect(most).toBeLessThanOrEqual(2);
  });
});
