import { describe, expect, it } from '@jest/globals';
import { Positions } from './positions.js';

describe('positions in another store', () => {
  const translate = (wanted: bigint[]): bigint[] => {
    const positions = new Positions(wanted);
    positions.note(3n, 100n);
    positions.note(7n, 250n);
    return wanted.map((position) => positions.of(position));
  };

  it('are those of the last event at or before each', () => {
    expect(translate([0n, 2n, 3n, 4n, 6n, 7n, 8n])).toEqual([0n, 0n, 100n, 100n, 100n, 250n, 250n]);
  });

  it('are found in whatever order they come, and each as often as it comes', () => {
    expect(translate([7n, 3n, 3n, 0n])).toEqual([250n, 100n, 100n, 0n]);
  });

  it('are 0 where there is no event', () => {
    expect(new Positions([5n]).of(5n)).toBe(0n);
  });

  it('that nobody asked for are a fault', () => {
    expect(() => new Positions([]).of(1n)).toThrow('nobody asked for the position 1');
  });
});
