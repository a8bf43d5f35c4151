import { beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readPosition, type Position, type StreamEvent } from '#kernel';
import { CheckpointMoved, type Checkpoint } from '#bus';
import type { RecordedEvent } from '#event-store';
import { placeAt } from '#eventing';
import { metadata } from '#hosting/testing/bench';
import { Wake } from '../deliveries/wake.js';
import { LaneCollector } from './lane-collector.js';
import { LaneWrites } from './lane-writes.js';
import { SettledEndpoints } from './settled.js';
import { WriteTurns } from './write-turns.js';

const LANE = 'webhooks.collector@customer/1';
/** What happened, in turn. */
const done: string[] = [];
/** Lanes whose place another process has moved. */
let moved: readonly string[] = [];
let there = 1;
beforeEach(() => {
  done.length = 0;
  [moved, there] = [[], 1];
});

/** A database that notes the statements that it is given. */
const query = async (
  asked: string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] },
) => {
  const { name, text, values = [] } = typeof asked === 'string' ? { name: undefined, text: asked } : asked;
  if (name ?? /^(BEGIN|COMMIT|ROLLBACK)/.test(text)) done.push(name ?? text);
  if (name === 'collectors-turn') return { rowCount: there, rows: [] };
  if (name?.startsWith('collect')) return { rows: [{ moved: moved.includes(String(values[0])) ? 0 : 1 }] };
  return { rowCount: 0, rows: [] };
};
const client = { query, on: () => undefined, off: () => undefined, release: () => undefined };
const pool = { query, connect: async () => client } as unknown as pg.Pool;

const writes = (isSettled = true): LaneWrites => {
  const endpoints = { settle: async () => (done.push('endpoints settle'), isSettled) };
  return new LaneWrites(
    { endpoints, turns: new WriteTurns(pool, 'webhooks.collector'), wake: new Wake() },
    0,
  );
};
const collector = (isSettled = true, shared = writes(isSettled), checkpoint = LANE): LaneCollector =>
  new LaneCollector({
    ...{ checkpoint, writes: shared },
    ...{ pool, streams: { read: async () => [] }, eventDays: 0, answerWaitMs: 1_000 },
  });
const created: StreamEvent = {
  ...{ id: '6a4ce3b0-0000-4000-8000-000000000000', streamId: 'customer-1', revision: 0, metadata },
  ...{ type: 'CustomerCreated', data: { at: '2026-11-26T18:00:00.000Z' }, recordedAt: new Date(0) },
};
const place: Checkpoint = placeAt(readPosition(7n), 3n);

describe('a lane of the collector', () => {
  it('reads who is to be told in its turn to write, once all is stored that happened to endpoints', async () => {
    const lane = collector();
    await lane.start();
    await lane.handle([created], place);
    expect(done).toEqual([
      ...['endpoints settle', 'BEGIN', 'collectors-turn', 'endpoints-of-told', 'collect', 'COMMIT'],
    ]);
  });

  it('shares its turn with lanes that come at the same time, also where one of them has to give way', async () => {
    const shared = writes();
    const lanes = ['1', '2', '3'].map((n) => collector(true, shared, `webhooks.collector@customer/${n}`));
    for (const lane of lanes) await lane.start();
    done.length = 0;
    moved = ['webhooks.collector@customer/2'];
    const handled = await Promise.allSettled(lanes.map((lane) => lane.handle([created], place)));
    expect(handled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual([
      ...['endpoints settle', 'BEGIN', 'collectors-turn', 'endpoints-of-told'],
      ...['collect', 'collect', 'collect', 'COMMIT'],
    ]);
  });

  it('fails, and has stored nothing, where that is not stored in time', async () => {
    const lane = collector(false);
    await lane.start();
    await expect(lane.handle([created], place)).rejects.toThrow('endpoints are not stored yet');
    expect(done).toEqual(['endpoints settle']);
  });

  it('gives way to the process that has moved its place', async () => {
    const lane = collector();
    await lane.start();
    moved = [LANE];
    await expect(lane.handle([created], place)).rejects.toThrow(CheckpointMoved);
    // The statement that finds its place moved writes nothing.
    expect(done.filter((name) => name.startsWith('collect'))).toEqual(['collectors-turn', 'collect']);
  });

  it('writes nothing for what is told to nobody, but its place now and then', async () => {
    const lane = collector();
    await lane.start();
    await lane.handle([], place);
    expect(done).toEqual([]);
  });

  it('does not write where there is no turn to wait for', async () => {
    const lane = collector();
    await lane.start();
    there = 0;
    await expect(lane.handle([created], place)).rejects.toThrow('nobody could wait for a turn');
  });
});

describe('endpoints', () => {
  /** Events of endpoints at these positions in a store of 100, and the lane at a place that moves with each look. */
  const given = (positions: readonly bigint[], reached: readonly bigint[]) => {
    const left = [...reached];
    const store = {
      readFeedOf: async (_: readonly string[], after: Position) => {
        const position = positions.map((one) => readPosition(one)).find((one) => one > after);
        if (position !== undefined) return { events: [{ position } as RecordedEvent], looked: position };
        const end = readPosition(100n);
        return { events: [], looked: after > end ? after : end };
      },
    };
    const looking = {
      query: async () => ({
        rows: [{ position: String(left.length > 1 ? left.shift() : left[0]), log_offset: null, notes: null }],
      }),
    } as unknown as pg.Pool;
    return { left, endpoints: new SettledEndpoints({ pool: looking, store, checkpoint: 'own' }) };
  };

  it('are settled where nothing happened to them behind the place of their lane', async () => {
    const { endpoints } = given([20n], [30n]);
    expect(await endpoints.settle(60_000)).toBe(true);
  });

  it('are waited for until their lane has passed what happened to them', async () => {
    const { endpoints, left } = given([20n, 50n], [10n, 10n, 20n, 20n, 40n, 60n]);
    expect(await endpoints.settle(60_000)).toBe(true);
    expect(left).toEqual([60n]);
  });

  it('are not settled where that takes too long', async () => {
    const { endpoints } = given([20n], [10n]);
    expect(await endpoints.settle(20)).toBe(false);
  });
});
