import { describe, expect, it } from '@jest/globals';
import { distance, readPosition, START, writePosition, type Position } from './position.js';

describe('a position', () => {
  const [first, second] = [readPosition(7n), readPosition('9007199254740993')];

  it('is kept as text, to the last digit', () => {
    expect([first, second, START].map(writePosition)).toEqual(['7', '9007199254740993', '0']);
    expect(readPosition(writePosition(second))).toBe(second);
  });

  it('is compared, and has a distance to another', () => {
    expect([START < first, first < second, second <= second]).toEqual([true, true, true]);
    expect([distance(START, first), distance(readPosition(9n), first)]).toEqual([7, -2]);
  });

  it('has no arithmetic: the compiler refuses it, and numbers that no store gave', () => {
    const take = (position: Position): Position => position;
    // @ts-expect-error -- no number is taken away
    expect(first - 1n).toBe(6n);
    // @ts-expect-error -- and no other number than 0n is a position
    expect(take(6n)).toBe(6n);
    expect(take(0n)).toBe(START);
  });
});
