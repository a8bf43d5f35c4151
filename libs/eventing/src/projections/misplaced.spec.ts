import { describe, expect, it } from '@jest/globals';
import { readPosition, START, type Position } from '#kernel';
import { findMoves, StoreIsBehind, type Move } from './misplaced.js';

const at = (position: number): Position => readPosition(BigInt(position));
/** A store in which these positions are the places, the last of them that of the newest event. */
const storeOf = (...places: number[]) => ({
  isPlace: async (position: Position) => places.some((place) => at(place) === position),
  head: async () => at(places.at(-1) ?? 0),
});
const movesOf = (kept: readonly number[], places: readonly number[]): Promise<Move[]> =>
  findMoves(
    kept.map((position) => ({ position: at(position), meant: at(position + 1) })),
    storeOf(...places),
  );

describe('checkpoints', () => {
  it('that are places of the store stay', async () => {
    expect(await movesOf([100, 250], [100, 250, 400])).toEqual([]);
  });

  it('one before a place are moved to it, as the rebuild of the release before meant', async () => {
    expect(await movesOf([100, 249], [100, 250, 400])).toEqual([{ from: at(249), to: at(250) }]);
  });

  it('that are no such ones are moved to the nearest place before them that another has', async () => {
    expect(await movesOf([100, 240, 300, 320], [100, 250, 300, 400])).toEqual([
      { from: at(240), to: at(100) },
      { from: at(320), to: at(300) },
    ]);
  });

  it('before which nobody has a place are moved to the start', async () => {
    expect(await movesOf([50], [100])).toEqual([{ from: at(50), to: START }]);
  });

  it('beyond the newest event end it: the store was restored from an older backup', async () => {
    await expect(movesOf([100, 500], [100, 400])).rejects.toThrow(StoreIsBehind);
  });
});
