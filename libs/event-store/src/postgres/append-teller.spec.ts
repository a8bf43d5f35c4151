import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readPosition } from '#kernel';
import { AppendTeller } from './append-teller.js';

/** A database that keeps what it is asked to tell; it may refuse. */
function database({ fails = false } = {}) {
  const told: string[] = [];
  const pool = {
    query: async ({ values: [, text] }: { values: [string, string] }) => {
      if (fails) throw new Error('connection lost');
      told.push(text);
    },
  };
  return { told, teller: new AppendTeller(pool as unknown as pg.Pool) };
}

describe('appends', () => {
  it('are told at once, those that follow together, and all of them before the end', async () => {
    const { told, teller } = database();
    teller.note('invoice-1', readPosition(7n));
    expect(told).toEqual(['7 invoice-']);
    for (let n = 0; n < 100; n += 1) teller.note(`invoice-${n}`, readPosition(BigInt(8 + n)));
    teller.note('inbound-mail-9', readPosition(50n));
    expect(told).toHaveLength(1);
    await teller.drain();
    expect(told).toEqual(['7 invoice-', '107 invoice- inbound-mail-']);
    await teller.drain();
    expect(told).toHaveLength(2);
  });

  it('are told by their position alone where their streams are too many to name', async () => {
    const { told, teller } = database();
    teller.note('invoice-1', readPosition(1n));
    for (let n = 0; n < 200; n += 1)
      teller.note(`a-name-that-is-rather-long-${n}-x`, readPosition(BigInt(2 + n)));
    await teller.drain();
    expect(told).toEqual(['1 invoice-', '201']);
  });

  it('that could not be told fail nobody: others look by themselves', async () => {
    const { teller } = database({ fails: true });
    teller.note('invoice-1', readPosition(1n));
    await expect(teller.drain()).resolves.toBeUndefined();
  });
});
