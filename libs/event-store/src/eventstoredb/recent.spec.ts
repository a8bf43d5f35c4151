import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readPosition, START, type Position } from '#kernel';
import { Recent } from './recent.js';

const at = (n: number): Position => readPosition(BigInt(n));
const event = (n: number, bytes = 2) => ({
  id: `id-${n}`,
  type: 'Happened',
  stream: `timbra.thing-${n}`,
  revision: 0,
  position: at(n),
  recordedAt: new Date(0),
  data: new Uint8Array(bytes),
  metadata: Buffer.from('{"$correlationId":"r","$causationId":"c"}'),
});
const positions = (recent: Recent, after: number) =>
  recent.after(at(after))?.map(({ raw }) => Number(raw.position));

describe('Recent', () => {
  let recent: Recent;
  beforeEach(() => {
    recent = new Recent();
  });

  it('knows nothing before a subscription began, and nothing of what was before it', () => {
    expect(recent.after(START)).toBeUndefined();
    recent.push(event(5));
    expect(recent.after(START)).toBeUndefined();
    recent.begin(at(10));
    recent.push(event(11));
    expect(recent.after(at(9))).toBeUndefined();
    expect(positions(recent, 10)).toEqual([11]);
  });

  it('goes on where the subscription before ended, and begins anew anywhere else', () => {
    recent.begin(at(10));
    recent.push(event(11));
    recent.pass(at(15));
    recent.begin(at(15));
    recent.push(event(16));
    expect(positions(recent, 10)).toEqual([11, 16]);
    // Events between 16 and 20 were never brought.
    recent.begin(at(20));
    recent.push(event(21));
    expect(recent.after(at(16))).toBeUndefined();
    expect(positions(recent, 20)).toEqual([21]);
  });

  it('keeps each event once, also where the server repeats some', () => {
    recent.begin(START);
    for (const n of [1, 2, 1, 2, 3]) recent.push(event(n));
    expect(positions(recent, 0)).toEqual([1, 2, 3]);
    expect(positions(recent, 2)).toEqual([3]);
    expect(positions(recent, 3)).toEqual([]);
  });

  it('lets go of the oldest, by number and by bytes, and no longer knows what was there', () => {
    recent.begin(START);
    for (let n = 1; n <= 501; n += 1) recent.push(event(n));
    expect(recent.after(START)).toBeUndefined();
    expect(positions(recent, 1)).toHaveLength(500);
    recent.push(event(502, 7_999_000));
    recent.push(event(503, 2_000));
    expect(recent.after(at(500))).toBeUndefined();
    expect(positions(recent, 502)).toEqual([503]);
  });

  it('gives whole events, unpacked once', () => {
    recent.begin(START);
    recent.push(event(1));
    const [first] = recent.after(START)!;
    expect(first?.unpacked.metadata).toEqual({ correlationId: 'r', commandId: 'c' });
    expect(recent.after(START)?.[0]?.unpacked).toBe(first?.unpacked);
  });

  describe('waiting', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    const waiting = (position: number) => {
      const state = { done: false };
      void recent.reaches(at(position), 50).then(() => (state.done = true));
      return state;
    };

    it('ends when the subscription has come there, or past it', async () => {
      recent.begin(START);
      recent.setLive(true);
      const [two, five] = [waiting(2), waiting(5)];
      recent.push(event(1));
      await jest.advanceTimersByTimeAsync(1);
      expect(two.done).toBe(false);
      recent.push(event(2));
      await jest.advanceTimersByTimeAsync(1);
      expect([two.done, five.done]).toEqual([true, false]);
      recent.pass(at(9));
      await jest.advanceTimersByTimeAsync(1);
      expect(five.done).toBe(true);
      expect(jest.getTimerCount()).toBe(0);
    });

    it('ends after its time, and at once where there is no subscription or it ends', async () => {
      recent.begin(START);
      expect(await recent.reaches(at(1), 50)).toBeUndefined();
      recent.setLive(true);
      const [ends, late] = [waiting(1), waiting(1)];
      recent.setLive(false);
      await jest.advanceTimersByTimeAsync(1);
      expect([ends.done, late.done]).toEqual([true, true]);
      recent.setLive(true);
      const third = waiting(1);
      await jest.advanceTimersByTimeAsync(49);
      expect(third.done).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(third.done).toBe(true);
    });
  });
});
