import { describe, expect, it } from '@jest/globals';
import { readPosition, writePosition } from '#kernel';
import { Positions } from './positions.js';

describe('positions in another store', () => {
  const translate = (wanted: bigint[]): bigint[] => {
    const positions = new Positions(wanted.map(readPosition));
    positions.note(readPosition(3n), readPosition(100n));
    positions.note(readPosition(7n), readPosition(250n));
    return wanted.map((position) => BigInt(writePosition(positions.of(readPosition(position)))));
  };

  it('are those of the last event at or before each', () => {
    expect(translate([0n, 2n, 3n, 4n, 6n, 7n, 8n])).toEqual([0n, 0n, 100n, 100n, 100n, 250n, 250n]);
  });

  it('are found in whatever order they come, and each as often as it comes', () => {
    expect(translate([7n, 3n, 3n, 0n])).toEqual([250n, 100n, 100n, 0n]);
  });

  it('are 0 where there is no event', () => {
    expect(new Positions([readPosition(5n)]).of(readPosition(5n))).toBe(0n);
  });

  it('that nobody asked for are a fault', () => {
    expect(() => new Positions([]).of(readPosition(1n))).toThrow('nobody asked for the position 1');
  });
});
