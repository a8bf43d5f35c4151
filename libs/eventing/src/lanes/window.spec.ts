import { describe, expect, it } from '@jest/globals';
import type { LogMessage } from '#bus';
import { Window } from './window.js';

const page = (from: number, to: number, bytes = 10) => ({
  messages: Array.from({ length: to - from }, (_, n) => ({
    ...{ offset: BigInt(from + n), position: 0n, bytes },
  })) as unknown as LogMessage[],
  ...{ next: BigInt(to), end: 0n },
});
const windowOf = (...pages: readonly (readonly [from: number, to: number, bytes?: number])[]): Window => {
  const window = new Window();
  for (const [from, to, bytes] of pages) window.push(BigInt(from), page(from, to, bytes));
  return window;
};
const offsets = (window: Window, from: bigint, limit = 10_000) =>
  window.from(from, limit)?.messages.map(({ offset }) => Number(offset));

describe('the window of a partition', () => {
  it('gives what follows an offset, and where to read on', () => {
    const window = windowOf([5, 9], [9, 12]);
    expect(offsets(window, 8n)).toEqual([8, 9, 10, 11]);
    expect(window.from(6n, 2)).toMatchObject({ messages: [{ offset: 6n }, { offset: 7n }], next: 8n });
    expect([offsets(window, 4n), offsets(window, 12n)]).toEqual([undefined, undefined]);
    expect([window.next, new Window().next]).toEqual([12n, undefined]);
  });

  it('begins again with what does not follow', () => {
    const window = windowOf([5, 9], [20, 22]);
    expect([offsets(window, 8n), offsets(window, 20n)]).toEqual([undefined, [20, 21]]);
  });

  it('leads past offsets that have no message', () => {
    const window = windowOf([5, 7]);
    window.push(7n, { messages: [], next: 9n, end: 9n });
    expect(window.from(7n, 10)).toEqual({ messages: [], next: 9n });
  });

  it('lets the oldest go where it is too much, and keeps the newest page whole', () => {
    expect(offsets(windowOf([0, 1_500], [1_500, 3_000]), 1_000n)).toHaveLength(2_000);
    expect(offsets(windowOf([0, 1_500], [1_500, 3_000]), 999n)).toBeUndefined();
    const large = windowOf([0, 10], [10, 20, 1_000_000]);
    expect([offsets(large, 9n), offsets(large, 10n)?.length]).toEqual([undefined, 10]);
  });

  it('keeps a hundred that all lanes have handled, where they are small', () => {
    const small = windowOf([0, 500]);
    small.trim(400n);
    expect([offsets(small, 299n), offsets(small, 300n)?.length]).toEqual([undefined, 200]);
    const large = windowOf([0, 50, 500_000]);
    large.trim(40n);
    expect([offsets(large, 39n), offsets(large, 40n)?.length]).toEqual([undefined, 10]);
  });
});
