import { describe, expect, it } from '@jest/globals';
import { readPosition, writePosition, type Position } from '#kernel';
import {
  joinTails,
  moveTail,
  noTails,
  readTails,
  tailsFor,
  tailsOf,
  writeTails,
  type Tails,
} from './tails.js';

const tails = (
  noted: bigint,
  last: Readonly<Record<string, bigint>>,
  partitions = { invoice: 6 },
): Tails => ({
  ...{ noted: readPosition(noted), partitions },
  last: new Map(Object.entries(last).map(([name, position]) => [name, readPosition(position)])),
});

describe('the tail of a partition', () => {
  it('moves to each of its events in turn, and says where it was', () => {
    const last = new Map<string, Position>();
    const moves = [3n, 7n, 8n].map((position) => moveTail(last, 'invoice/0', readPosition(position)));
    expect(moves).toEqual([0n, 3n, 7n]);
    expect(moveTail(last, 'invoice/1', readPosition(9n))).toBe(0n);
    expect([...last]).toEqual([
      ['invoice/0', 8n],
      ['invoice/1', 9n],
    ]);
  });

  it('stays where it is for an event that it has passed', () => {
    const last = new Map([['invoice/0', readPosition(8n)]]);
    expect([
      moveTail(last, 'invoice/0', readPosition(8n)),
      moveTail(last, 'invoice/0', readPosition(5n)),
    ]).toEqual([undefined, undefined]);
    expect(moveTail(last, 'invoice/0', readPosition(9n))).toBe(8n);
  });
});

describe('tails', () => {
  const some = tails(9_007_199_254_740_993n, { 'invoice/0': 9_007_199_254_740_991n, 'invoice/4': 5n });

  const away = (by: bigint) => readPosition(BigInt(writePosition(some.noted)) + by);

  it('are kept as text, with positions beyond JSON’s numbers', () => {
    expect(readTails(writeTails(some), some.noted)).toEqual(some);
    expect(readTails(writeTails(noTails()), 0n)).toEqual(noTails());
  });

  it('may lag behind the checkpoint, and say nothing where it was taken back behind them', () => {
    expect(readTails(writeTails(some), away(40n))).toEqual(some);
    expect(readTails(writeTails(some), away(-1n))).toEqual(noTails());
    expect(readTails(undefined, readPosition(40n))).toEqual(noTails());
  });

  it('say nothing where a topic had another number of partitions, or did not exist', () => {
    expect(tailsFor(some, { invoice: 6 })).toBe(some);
    expect(tailsFor(some, { invoice: 8 })).toEqual(noTails({ invoice: 8 }));
    expect(tailsFor(some, { invoice: 6, retention: 6 })).toEqual(noTails({ invoice: 6, retention: 6 }));
    expect(tailsFor(some, {})).toEqual(noTails());
  });

  it('of all shards together reach as far as those that lag most', () => {
    const [one, two] = [tails(40n, { 'invoice/0': 30n }), tails(20n, { 'invoice/1': 15n, 'invoice/3': 20n })];
    const joined = tails(20n, { 'invoice/0': 30n, 'invoice/1': 15n, 'invoice/3': 20n });
    expect(joinTails([one, two])).toEqual(joined);
    expect(tailsOf(joined, (partition) => partition % 3 === 0)).toEqual(
      tails(20n, { 'invoice/0': 30n, 'invoice/3': 20n }),
    );
    expect(joinTails([one, tails(20n, {}, { invoice: 8 })])).toEqual(noTails());
    expect(joinTails([])).toEqual(noTails());
  });
});
