import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type pg from 'pg';
import { until } from '#bus/testing/until';
import { openBench, silent, type Bench } from '#hosting/testing/bench';
import { pausable } from '#hosting/testing/pausable';
import { holding, Lease } from './lease.js';

let bench: Bench;
const leases: Lease[] = [];
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());
beforeEach(() => bench.pool.query('TRUNCATE platform.leases'));
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.release()));
});

/** A process that may hold the lease, by a clock of its own. */
function contender(lengthMs: number, nowMs?: () => number, pool: pg.Pool = bench.pool): Lease {
  const lease = new Lease({ pool, name: 'test', lengthMs, log: silent, ...(nowMs && { nowMs }) });
  leases.push(lease);
  return lease;
}
const rowOfLease = async () => {
  const { rows } = await bench.pool.query<{ epoch: string; until: string; left: string }>(
    `SELECT epoch, until::text, extract(epoch FROM until - clock_timestamp()) * 1000 AS left
     FROM platform.leases WHERE name = 'test'`,
  );
  return rows[0];
};
const isHeldUnder = async (epoch: string | undefined): Promise<boolean> => {
  const { rowCount } = await bench.pool.query(holding('$1', '$2'), ['test', epoch]);
  return rowCount === 1;
};

it('is held by one at a time; released, the next one has it at once, under the next epoch', async () => {
  const [one, two] = [contender(60_000), contender(60_000)];
  expect(await Promise.all([one.take(), two.take()])).toContain('1');
  const [holder, other] = one.epoch ? [one, two] : [two, one];
  expect([await other.take(), other.epoch]).toEqual([undefined, undefined]);
  expect(await holder.take()).toBe('1');
  await holder.release();
  expect([holder.epoch, await isHeldUnder('1')]).toEqual([undefined, true]);
  expect(await other.take()).toBe('2');
  expect([await isHeldUnder('1'), await isHeldUnder('2')]).toEqual([false, true]);
});

it('is renewed by its holder, and ends that long after by the clock of PostgreSQL', async () => {
  const holder = contender(1_500);
  await holder.take();
  const first = await rowOfLease();
  await until(async () => (await rowOfLease())?.until !== first?.until);
  const renewed = await rowOfLease();
  expect(renewed?.epoch).toBe('1');
  expect(Number(renewed?.left)).toBeLessThanOrEqual(1_500);
});

it('of a holder that is paused goes to another; woken, the former one is told, and no statement of its counts', async () => {
  const { pool, pause, wake } = pausable(bench.another().pool);
  // Its clock stands still with it, as in a machine that is frozen.
  const frozen = contender(300, () => 0, pool);
  const heir = contender(60_000);
  expect(await frozen.take()).toBe('1');
  pause();
  await until(async () => (await heir.take()) !== undefined);
  expect([heir.epoch, frozen.epoch]).toEqual(['2', '1']);
  expect(await isHeldUnder(frozen.epoch)).toBe(false);
  wake();
  expect(await frozen.renew()).toBeUndefined();
  expect([frozen.epoch, await isHeldUnder('2')]).toEqual([undefined, true]);
});

it('is over for its holder when it may be over, counted from when the renewal was sent', async () => {
  let nowMs = 0;
  const { pool, pause, wake } = pausable(bench.pool);
  const holder = contender(60_000, () => nowMs, pool);
  pause();
  const taking = holder.take();
  nowMs = 60_000;
  wake();
  expect([await taking, await isHeldUnder('1')]).toEqual([undefined, true]);
  // Nobody else has taken it: it is renewed, under the same epoch.
  expect(await holder.renew()).toBe('1');
  nowMs = 119_999;
  expect(holder.epoch).toBe('1');
  nowMs = 120_000;
  expect(holder.epoch).toBeUndefined();
  expect(await holder.take()).toBe('2');
});

it('is no longer held once it is released, also where the answer to a renewal comes later', async () => {
  const { pool, pause, wake } = pausable(bench.pool);
  const holder = contender(60_000, undefined, pool);
  await holder.take();
  pause();
  const renewing = holder.renew();
  const releasing = holder.release();
  wake();
  expect([await renewing, await releasing, holder.epoch]).toEqual([undefined, undefined, undefined]);
});

it('is free where it would last longer than it can: the clock of PostgreSQL was set back', async () => {
  const [dead, heir] = [contender(60_000), contender(60_000)];
  await dead.take();
  expect(await heir.take()).toBeUndefined();
  await bench.pool.query(`UPDATE platform.leases SET until = until + interval '1 hour'`);
  expect(await heir.take()).toBe('2');
});

it('waits for a statement that holds it, so that none of the epoch before comes later', async () => {
  const [holder, heir] = [contender(60_000), contender(60_000)];
  const epoch = await holder.take();
  const client = await bench.another().pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(holding('$1', '$2'), ['test', epoch]);
    const ending = bench.pool.query(`UPDATE platform.leases SET until = '-infinity'`);
    await until(async () => {
      const { rows } = await bench.pool.query<{ waits: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query LIKE 'UPDATE platform.leases%') AS waits`,
      );
      return rows[0]?.waits === true;
    });
    await client.query('COMMIT');
    await ending;
  } finally {
    client.release();
  }
  expect(await heir.take()).toBe('2');
});
