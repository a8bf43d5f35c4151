import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FeedHub } from '../feed/feed-hub.js';
import { positionOf } from '../feed/place.js';
import { readCheckpoint } from '../projections/checkpoints.js';
import { until } from '#bus/testing/until';
import { event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { Publisher, PUBLISHER } from './publisher.js';
import { FakeTopics, Payments } from '#hosting/testing/publisher';
import { Turn } from './turn.js';

let bench: Bench;
let payments: Payments;
let topics: FakeTopics;
const hubs: FeedHub[] = [];

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());
beforeEach(async () => {
  await bench.pool.query('TRUNCATE event_store.events, platform.checkpoints');
  payments = new Payments(bench.store);
  topics = new FakeTopics();
});
afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()));
});

/** A process that runs the publisher. */
async function startPublisher(writer = topics): Promise<{ publisher: Publisher; hub: FeedHub }> {
  const { pool, store } = bench.another();
  const publisher = new Publisher({ pool, store, log: silent, writer, source: 'timbra' });
  const hub = new FeedHub({ store, log: silent, pollMs: 20 });
  hub.follow(publisher);
  hubs.push(hub);
  await hub.start();
  return { publisher, hub };
}
const stop = async (hub: FeedHub): Promise<void> => {
  hubs.splice(hubs.indexOf(hub), 1);
  await hub.stop();
};
const published = async (): Promise<bigint> => positionOf(await readCheckpoint(bench.pool, PUBLISHER));
const allRead = (): Promise<void> =>
  until(() => [...topics.read.values()].reduce((sum, { length }) => sum + length, 0) === payments.count);

describe('a publisher', () => {
  it('publishes the events stored before its start and the later ones, once each and in order', async () => {
    await payments.receive(30);
    await startPublisher();
    await allRead();
    await payments.receive(30);
    await allRead();
    expect(topics.read).toEqual(payments.paid);
    expect(topics.written).toHaveLength(60);
  });

  it('moves its checkpoint after the events are written, and past those that are not public', async () => {
    await payments.receive(3);
    topics.failures = 2;
    const { hub } = await startPublisher();
    await until(() => hub.status()[0]?.lastError === 'the broker is away');
    expect(await published()).toBe(0n);
    await allRead();
    await bench.store.append('invoice-1', -1, [event('StatusChecked', { at: 'now' })], metadata);
    const head = await bench.store.head();
    await until(async () => (await published()) === head);
    expect(topics.written).toHaveLength(3);
  });

  it('writes a batch again of which some was written, under the same ids', async () => {
    await payments.receive(10);
    topics.failures = 1;
    topics.failsAfter = 4;
    await startPublisher();
    await allRead();
    expect(topics.written).toHaveLength(14);
    expect(topics.written.slice(0, 4)).toEqual(topics.written.slice(4, 8));
    expect(topics.read).toEqual(payments.paid);
  });

  it('stops at an event that it does not know, and says so: a newer program wrote it', async () => {
    await payments.receive(1);
    await bench.store.append('invoice-1', -1, [event('InvoiceLost', { at: 'now' })], metadata);
    const { hub } = await startPublisher();
    await until(() => (hub.status()[0]?.failures ?? 0) > 1);
    expect(hub.status()).toMatchObject([
      { name: PUBLISHER, lastError: expect.stringMatching('InvoiceLost') },
    ]);
    expect(await published()).toBe(0n);
  });

  it('publishes all again when its checkpoint was taken back, with the same ids', async () => {
    await payments.receive(5);
    await startPublisher();
    await allRead();
    await bench.pool.query('DELETE FROM platform.checkpoints WHERE name = $1', [PUBLISHER]);
    await payments.receive(1);
    await until(() => topics.written.length >= 11);
    const ids = topics.written.map(({ attributes }) => attributes.id);
    expect(new Set(ids).size).toBe(6);
    expect(topics.read).toEqual(payments.paid);
  });
});

describe('two publishers', () => {
  it('are never both said to have the turn, not even while one asks for it', async () => {
    const [has, asks] = [new Turn(bench.pool, 'turn'), new Turn(bench.another().pool, 'turn')];
    expect(await has.take()).toBe(true);
    const asking = asks.take();
    while (!(await Promise.race([asking.then(() => true), new Promise(setImmediate).then(() => false)])))
      expect([has.mine, asks.mine]).toEqual([true, false]);
    expect(await asking).toBe(false);
    await has.letGo();
    expect([has.mine, await asks.take()]).toEqual([false, true]);
    await asks.letGo();
  });

  it('are one that publishes and one that stands by, ready for requests as any other', async () => {
    const [one, two] = [await startPublisher(), await startPublisher()];
    await payments.receive(40);
    await allRead();
    expect([one.publisher.active, two.publisher.active].toSorted()).toEqual([false, true]);
    expect(topics.written).toHaveLength(40);
    const head = await bench.store.head();
    for (const { hub } of [one, two]) {
      await until(() => hub.status()[0]?.position === head);
      expect(hub.status()[0]?.failures).toBe(0);
    }
  });

  it('take over from each other, one after the other, and publish nothing twice', async () => {
    let current = await startPublisher();
    for (let round = 0; round < 3; round += 1) {
      await payments.receive(10);
      await until(() => current.publisher.active);
      const next = await startPublisher();
      const receiving = payments.receive(10);
      await stop(current.hub);
      await receiving;
      await allRead();
      current = next;
    }
    expect(topics.written).toHaveLength(60);
    expect(topics.read).toEqual(payments.paid);
  });

  it('never move the checkpoint back: one that was overtaken while it wrote begins where the other has come', async () => {
    await payments.receive(5);
    const slow = new FakeTopics();
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    let writes = 0;
    slow.beforeWrite = () => ((writes += 1), gate);
    const overtaken = await startPublisher(slow);
    await until(() => writes === 1);
    // Its connection to the database goes, and the turn with it.
    await bench.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await startPublisher();
    await allRead();
    await payments.receive(5);
    await allRead();
    const reached = await published();
    goOn();
    await until(() => slow.written.length > 0);
    await payments.receive(5);
    await allRead();
    // Written comes before moved on.
    const head = await bench.store.head();
    await until(async () => (await published()) === head);
    expect(head).toBeGreaterThan(reached);
    expect(overtaken.publisher.active).toBe(false);
    expect(topics.read).toEqual(payments.paid);
    // What it wrote late are events that the other has written too.
    const known = new Set(topics.written.map(({ attributes }) => attributes.id));
    expect(slow.written.filter(({ attributes }) => !known.has(attributes.id))).toEqual([]);
  });
});
