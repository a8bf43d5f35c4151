import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { pino } from 'pino';
import { readPosition, writePosition, type Position, type StreamEvent } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import { openBench, type Bench } from '#hosting/testing/bench';
import { findCheckpoint, readCheckpoint } from '../projections/checkpoints.js';
import { positionOf } from '../feed/place.js';
import type { Recovery } from './recovery.js';
import { ReservedPlace } from './reserved-place.js';

/** Up to where a database has what events say, over a store of twelve hundred events whose other database goes back in time. */

const NAME = 'spec.reserved';
const log = pino({ enabled: false });

let bench: Bench;
let pool: pg.Pool;
beforeAll(async () => {
  bench = await openBench();
  ({ pool } = bench);
});
afterAll(() => bench.dispose());

/** Positions of the events, 10 apart. */
let stored: bigint[];
let restored: bigint[];
let failAt: bigint | undefined;
beforeEach(async () => {
  await pool.query('TRUNCATE platform.checkpoints');
  stored = [];
  restored = [];
  failAt = undefined;
});
const append = (count: number): void => {
  for (let n = 0; n < count; n += 1) stored.push(BigInt(10 * (stored.length + 1)));
};
const eventAt = (position: bigint): RecordedEvent => ({
  ...{ id: `${position}`, streamId: 'invoice-1', revision: 0, type: 'Happened', data: {} },
  metadata: { organizationId: 'o', livemode: false, commandId: 'c', correlationId: 'r', actor: 'spec' },
  ...{ recordedAt: new Date(0), position: readPosition(position) },
});
const unused = () => Promise.reject(new Error('the place needs the feed alone'));
const store: EventStore = {
  ...{ append: unused, read: unused, readFeed: unused, close: unused },
  onAppended: () => () => undefined,
  head: async () => readPosition(stored.at(-1) ?? 0n),
  readFeedOf: async (prefixes: readonly string[], after: Position, limit: number) => {
    expect(prefixes).toEqual(['invoice-']);
    const from = BigInt(writePosition(after));
    const events = stored.filter((position) => position > from).slice(0, limit);
    return { events: events.map(eventAt), looked: readPosition(events.at(-1) ?? from) };
  },
};
const recovery: Recovery = {
  name: NAME,
  streams: ['invoice-'],
  restore: async (_, events: readonly StreamEvent[]) => {
    const positions = events.map(({ id }) => BigInt(id));
    if (failAt !== undefined && positions.includes(failAt)) throw new Error('killed');
    restored.push(...positions);
  },
};
const place = (): ReservedPlace => new ReservedPlace({ pool, store, recovery, log });
const noted = async (): Promise<bigint> =>
  BigInt(writePosition(positionOf(await findCheckpoint(pool, NAME))));
/** The database is that of a backup. */
const goBackTo = (position: bigint): Promise<unknown> =>
  pool.query('UPDATE platform.checkpoints SET position = $2 WHERE name = $1', [
    NAME,
    writePosition(readPosition(position)),
  ]);

describe('up to where everything is reserved', () => {
  it('a new database has nothing: all events say what it lacks, in their order', async () => {
    append(1_200);
    await place().recover();
    expect(restored).toEqual(stored);
    expect(await noted()).toBe(12_000n);
  });

  it('a new database with the place of another recovery has nothing all the same', async () => {
    append(3);
    await readCheckpoint(pool, 'other.reserved');
    await readCheckpoint(pool, 'other.contents');
    await place().recover();
    expect(restored).toEqual(stored);
  });

  it('one that has worked before there was a place has everything', async () => {
    append(3);
    await readCheckpoint(pool, 'a.projection');
    await place().recover();
    expect(restored).toEqual([]);
    expect(await noted()).toBe(30n);
  });

  it('what was noted is not looked at again', async () => {
    append(3);
    const first = place();
    await first.recover();
    append(3);
    await first.note();
    restored = [];
    await place().recover();
    expect(restored).toEqual([]);
    append(1);
    await place().recover();
    expect(restored).toEqual([70n]);
  });

  it('a backup goes on from its own place', async () => {
    append(1_200);
    await place().recover();
    await goBackTo(11_000n);
    restored = [];
    await place().recover();
    expect(restored).toEqual(stored.filter((position) => position > 11_000n));
  });

  it('killed in the middle, the next start continues', async () => {
    append(1_200);
    failAt = 7_000n;
    await expect(place().recover()).rejects.toThrow('killed');
    expect(await noted()).toBe(5_000n);
    failAt = undefined;
    await place().recover();
    expect(restored).toEqual(stored);
  });

  it('a database that is restored under the running service is noticed at the next note', async () => {
    append(10);
    const running = place();
    await running.recover();
    append(2);
    await running.note();
    await goBackTo(80n);
    restored = [];
    await running.note();
    expect(restored).toEqual([90n, 100n, 110n, 120n]);
    expect(await noted()).toBe(120n);
    await pool.query('TRUNCATE platform.checkpoints');
    restored = [];
    await running.note();
    expect(restored).toEqual(stored);
  });

  it('is never moved back by a process that read the head before it fell asleep', async () => {
    append(7);
    await place().recover();
    const late = { ...store, head: async () => readPosition(20n) };
    await new ReservedPlace({ pool, store: late, recovery, log }).note();
    expect(await noted()).toBe(70n);
  });
});
