import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import type { RecordedEvent } from '#event-store';
import { Tail } from './tail.js';

const event = (position: number, bytes = 10): RecordedEvent =>
  ({ position: BigInt(position), data: { text: 'x'.repeat(bytes) } }) as unknown as RecordedEvent;
const events = (from: number, to: number, bytes?: number): RecordedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, n) => event(from + n, bytes));
const positions = (tail: Tail): number[] =>
  tail.after(tail.start, 10_000).map(({ position }) => Number(position));

describe('the tail of the feed', () => {
  it('keeps the newest five hundred, as far as they fit in 32 MB', () => {
    const tail = new Tail();
    tail.push(events(1, 600), readPosition(600n));
    expect([tail.start, tail.newest, positions(tail).length]).toEqual([100n, 600n, 500]);
    tail.push(events(601, 640, 1_000_000), readPosition(640n));
    expect([tail.start, positions(tail).length]).toEqual([609n, 31]);
  });

  it('keeps a hundred that everybody has handled', () => {
    const tail = new Tail();
    tail.push(events(1, 200), readPosition(200n));
    tail.trim(readPosition(150n));
    expect([tail.start, positions(tail)[0]]).toEqual([50n, 51]);
    tail.trim(readPosition(200n));
    expect([tail.start, positions(tail)[0]]).toEqual([100n, 101]);
  });

  it('lets large ones go as soon as they are handled, and no other', () => {
    const tail = new Tail();
    tail.push(events(1, 10, 1_000_000), readPosition(10n));
    tail.trim(readPosition(4n));
    expect(positions(tail)).toEqual([5, 6, 7, 8, 9, 10]);
    tail.trim(readPosition(10n));
    expect(positions(tail)).toEqual([8, 9, 10]);
  });

  it('gives what follows a position', () => {
    const tail = new Tail(readPosition(5n));
    tail.push(events(6, 9), readPosition(9n));
    expect(tail.after(readPosition(7n), 10).map(({ position }) => position)).toEqual([8n, 9n]);
    expect(tail.after(readPosition(5n), 1).map(({ position }) => position)).toEqual([6n]);
    expect(tail.after(readPosition(9n), 10)).toEqual([]);
  });
});
