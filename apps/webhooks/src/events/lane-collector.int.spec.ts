import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { until } from '#bus/testing/until';
import { migrate, migrationsOf } from '#hosting';
import { metadata, openBench, type Bench } from '#hosting/testing/bench';
import { newId, readPosition } from '#kernel';
import { placeAt, readCheckpoint } from '#eventing';
import { Wake } from '../deliveries/wake.js';
import { webhooksService } from '../service.js';
import { COLLECTOR } from './collector-options.js';
import { LaneWrites } from './lane-writes.js';
import { at, deliveriesOf, endpoint, LanesBench, toldOf } from './testing/lanes-bench.js';
import type { Told } from './told.js';
import { WriteTurns } from './write-turns.js';

/** The collector where other services' events come from topics, against a real PostgreSQL. */

let bench: Bench;
let world: LanesBench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([webhooksService]));
});
afterAll(() => bench.dispose());
beforeEach(async () => {
  await bench.pool.query(
    'TRUNCATE webhooks.events, webhooks.deliveries, webhooks.endpoints, platform.checkpoints, event_store.events',
  );
  world = new LanesBench(bench);
});
afterEach(() => world.stopAll());

const types = async (): Promise<string[]> => (await toldOf(bench.pool)).map(({ type }) => type);
const deliveries = async (): Promise<string[]> =>
  (await deliveriesOf(bench.pool)).map((one) => `${one.endpoint_id} ${one.resource_id}@${one.revision}`);
const places = async (): Promise<string[]> =>
  (
    await bench.pool.query<{ name: string }>(
      'SELECT name FROM platform.checkpoints WHERE position > 0 ORDER BY name',
    )
  ).rows.map(({ name }) => name);

describe('events that come from topics', () => {
  it('are told once the topic has them, each lane from its own place, stored with its rows', async () => {
    await world.startOverTopics();
    const ids = [await world.customer(), await world.customer(), await world.customer()];
    await world.customer(ids[1], 'CustomerEdited');
    await world.relay();
    await until(async () => (await types()).length === 4);
    const told = await toldOf(bench.pool);
    expect(new Set(told.map(({ resource_id }) => resource_id))).toEqual(new Set(ids));
    expect(told.filter(({ resource_id }) => resource_id === ids[1]).map(({ type }) => type)).toEqual([
      ...['customer.created', 'customer.edited'],
    ]);
    expect((await places()).filter((name) => name.startsWith(`${COLLECTOR}@customer/`))).not.toEqual([]);
  });

  it('are for each endpoint that was registered before, though its own lane has not come so far', async () => {
    await world.startOverTopics();
    for (let n = 0; n < 5; n += 1) {
      await world.happen(endpoint(`w${n}`));
      const id = await world.customer();
      await world.relay();
      await until(async () => (await types()).filter((type) => type === 'customer.created').length === n + 1);
      const to = (await deliveries()).filter((one) => one.endsWith(` ${id}@0`));
      expect(to.map((one) => one.split(' ')[0])).toEqual(Array.from({ length: n + 1 }, (_, w) => `w${w}`));
    }
  });

  it('wait until all that happened to endpoints is stored', async () => {
    await world.startOverTopics();
    await world.happen(endpoint('w1'));
    await until(async () => (await bench.pool.query('SELECT FROM webhooks.endpoints')).rowCount === 1);
    // The database of a moment ago: the lane of endpoints takes that event again.
    await world.stopAll();
    await bench.pool.query(`UPDATE platform.checkpoints SET position = 0 WHERE name = '${COLLECTOR}@own'`);
    await bench.pool.query('TRUNCATE webhooks.endpoints');
    await world.startOverTopics();
    const id = await world.customer();
    await world.relay();
    await until(async () => (await deliveries()).length === 1);
    expect(await deliveries()).toEqual([`w1 ${id}@0`]);
  });

  it('are not delivered to an endpoint that was deleted meanwhile', async () => {
    await world.startOverTopics();
    await world.happen(endpoint('w1'));
    await world.customer();
    await world.relay();
    await until(async () => (await deliveries()).length === 1);
    await world.happen({ type: 'WebhookDeleted', data: { webhook_id: 'w1', at } });
    await world.customer();
    await world.relay();
    await until(async () => (await types()).filter((type) => type === 'customer.created').length === 2);
    expect(await deliveries()).toEqual([]);
  });

  it('wake the worker of the process that has taken them', async () => {
    const { collector } = await world.startOverTopics();
    let woken = 0;
    collector.wake.onWake(() => (woken += 1));
    await world.happen(endpoint('w1'));
    await world.customer();
    await world.relay();
    await until(() => woken > 0);
  });

  it('are told with what their stream says of before, which is asked for where the lane has not seen it', async () => {
    const asked: unknown[][] = [];
    const streams = {
      read: (...asking: Parameters<Bench['store']['read']>) => {
        asked.push(asking);
        return bench.store.read(...asking);
      },
    };
    const content = { content: { global: null }, at };
    const id = newId();
    await world.startOverTopics(undefined, { streams });
    for (const type of ['InvoiceIssued', 'StampingDelayed'])
      await world.append(`invoice-${id}`, type, content);
    await world.relay();
    await until(async () => (await types()).length === 2);
    await world.stopAll();
    await world.startOverTopics(undefined, { streams });
    await world.append(`invoice-${id}`, 'InvoiceStamped', content);
    await world.relay();
    await until(async () => (await types()).length === 4);
    expect(await types()).toEqual([
      ...['invoice.created', 'invoice.stamping_delayed', 'invoice.stamped', 'invoice.status_updated'],
    ]);
    expect(asked).toEqual([[`invoice-${id}`, 0, 1]]);
  });
});

describe('lanes that share a write', () => {
  it('store all of theirs, but nothing of one whose place another process has moved', async () => {
    const { pool } = bench;
    const turns = new WriteTurns(pool, COLLECTOR);
    const writes = new LaneWrites({ endpoints: { settle: async () => true }, turns, wake: new Wake() });
    const begin = await readCheckpoint(pool, COLLECTOR);
    const told = (): Told[] => [
      {
        event: {
          ...{ id: randomUUID(), streamId: `customer-${newId()}`, revision: 0, metadata },
          ...{ type: 'CustomerCreated', data: { at }, recordedAt: new Date() },
        },
        types: ['customer.created'],
      },
    ];
    const pass = async (lane: string) => {
      const checkpoint = `${COLLECTOR}@customer/${lane}`;
      await readCheckpoint(pool, checkpoint, { former: COLLECTOR });
      const passed = { checkpoint, from: begin, to: placeAt(readPosition(7n), 3n), told: told() };
      return { passed, id: passed.told[0]?.event.streamId.slice('customer-'.length) };
    };
    const [first, again, other] = [await pass('1'), await pass('1'), await pass('2')];
    expect(await writes.store(first.passed)).toBe(true);
    const stored = await Promise.all([writes.store(again.passed), writes.store(other.passed)]);
    expect(stored).toEqual([false, true]);
    expect((await toldOf(pool)).map(({ resource_id }) => resource_id)).toEqual([first.id, other.id]);
  });
});

describe('the turn to write', () => {
  it('is one at a time, so nobody who has read an event misses one before it', async () => {
    await world.startOverTopics();
    const [holder, waiting] = [await bench.another().pool.connect(), world.customer()];
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM platform.checkpoints WHERE name = '${COLLECTOR}' FOR UPDATE`);
      await waiting;
      await world.relay();
      await until(async () => {
        const { rows } = await bench.pool.query<{ waits: boolean }>(
          `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query LIKE '%idle_in_transaction%FOR UPDATE%') AS waits`,
        );
        return rows[0]?.waits === true;
      });
      expect(await types()).toEqual([]);
      await holder.query('COMMIT');
    } finally {
      holder.release();
    }
    await until(async () => (await types()).length === 1);
  });
});

describe('a change of the setting', () => {
  const tell = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await world.customer();
  };
  const customers = async (): Promise<number> =>
    (await types()).filter((type) => type === 'customer.created').length;

  it('from the feed to topics and back tells each event once, to each endpoint once', async () => {
    await world.happen(endpoint('w1'));
    await world.startOverFeed();
    await tell(3);
    await until(async () => (await customers()) === 3);
    await world.stopAll();
    await tell(2);
    await world.relay();
    await world.startOverTopics();
    await tell(3);
    await world.relay();
    await until(async () => (await customers()) === 8);
    await world.stopAll();
    await tell(2);
    await world.startOverFeed();
    await until(async () => (await customers()) === 10);
    await world.stopAll();
    await tell(1);
    await world.startOverTopics();
    await world.relay();
    await until(async () => (await customers()) === 11);
    const all = await deliveries();
    expect([all.length, new Set(all).size]).toEqual([11, 11]);
  });

  it('tells each event once while processes of both kinds run', async () => {
    await world.happen(endpoint('w1'));
    await Promise.all([world.startOverFeed(), world.startOverTopics(), world.startOverTopics([])]);
    for (let n = 0; n < 30; n += 1) {
      await tell(1);
      await world.relay();
    }
    await until(async () => (await customers()) === 30);
    await until(async () => (await deliveries()).length >= 30);
    const all = await deliveries();
    expect([all.length, new Set(all).size]).toEqual([30, 30]);
  });
});
