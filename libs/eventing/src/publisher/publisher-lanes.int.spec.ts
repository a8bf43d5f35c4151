import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { PUBLIC_STREAMS } from '#contracts';
import { InProcessBus } from '#bus';
import { gate } from '#bus/contract';
import { until } from '#bus/testing/until';
import { readiness } from '#hosting/runtime/health';
import { event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { FakeTopics, pausablePublisher, Payments, type Moments } from '#hosting/testing/publisher';
import { FeedHub } from '../feed/feed-hub.js';
import { HeldLanes } from '../lanes/held-lanes.js';
import { findTaken } from '../lanes/taken.js';
import { DomainLogs } from '../lanes/testing/domain-logs.js';
import { Lease } from './lease.js';
import { PUBLISHER } from './publisher.js';

/** The publisher over domain topics: what its readers are promised, whatever happens to its processes. */

const PARTITIONS = 3;
/** Long for a test: nobody takes over from a process that lives. */
const LONG_MS = 60_000;
/** Short: what is waited for is its end. */
const SHORT_MS = 600;

let bench: Bench;
let payments: Payments;
let topics: FakeTopics;
let logs: DomainLogs;
const running: { stop(): Promise<void> }[] = [];
const sleepers: (() => void)[] = [];

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());
beforeEach(async () => {
  await bench.pool.query('TRUNCATE event_store.events, platform.checkpoints, platform.leases');
  payments = new Payments(bench.store, 8);
  topics = new FakeTopics();
  logs = new DomainLogs(bench.store, PUBLIC_STREAMS, PARTITIONS);
});
afterEach(async () => {
  for (const wakeUp of sleepers.splice(0)) wakeUp();
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

interface Options {
  readonly leaseMs?: number;
  readonly maxAgeMs?: number;
  readonly nowMs?: () => number;
}

function newPublisher(moments: Moments, options: Options) {
  const own = bench.another();
  const writer = topics.writer(moments);
  return { store: own.store, ...pausablePublisher(own, { writer, leaseMs: LONG_MS, ...options }) };
}

/** A process that runs the publisher over domain topics. */
async function startPublisher(moments: Moments = {}, options: Options = {}) {
  const { publisher, pause, wake } = newPublisher(moments, options);
  const consumer = Object.assign(publisher, { standbyMs: 50 });
  const lanes = new HeldLanes({ consumer, partitions: logs.count, open: () => logs.open(), log: silent });
  running.push(lanes);
  lanes.start();
  return { publisher, lanes, pause, wake };
}
type Process = Awaited<ReturnType<typeof startPublisher>>;

/** One over the feed of the store, as before. */
async function startOverFeed() {
  const { publisher, store } = newPublisher({}, {});
  const taken = await findTaken([bench.pool], PARTITIONS);
  const hub = new FeedHub({ store, log: silent, pollMs: 20 });
  hub.follow(taken.passOver(publisher, []));
  running.push(hub);
  await hub.start();
  return hub;
}

const stop = async (one: { stop(): Promise<void> }): Promise<void> => {
  running.splice(running.indexOf(one), 1);
  await one.stop();
};
const receive = async (count: number): Promise<void> => {
  await payments.receive(count);
  await logs.relay();
};
const ids = (from = 0): string[] => topics.written.slice(from).map(({ attributes }) => attributes.id);
const allRead = (): Promise<void> => until(() => topics.count === payments.count);
const places = async (): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await bench.pool.query<{ name: string; position: string }>(
    `SELECT name, position FROM platform.checkpoints WHERE name LIKE 'publisher%'`,
  );
  return new Map(rows.map(({ name, position }) => [name, position]));
};
/** It was noted that all lanes have taken what was in the logs. */
const hasCaughtUp = async (): Promise<boolean> => {
  const { rows } = await bench.pool.query(
    `SELECT FROM platform.checkpoints WHERE name = 'publisher' AND notes IS NOT NULL`,
  );
  return rows.length === 1;
};
/** Every lane has its place after the newest event of its partition. */
const allKept = (): Promise<void> =>
  until(async () => {
    const [kept, feed] = [await places(), await bench.store.readFeed(0n, 10_000)];
    return feed.every(({ streamId, position }) => {
      const partition = logs.of(streamId);
      return (
        !partition || readPosition(kept.get(`${PUBLISHER}@invoice/${partition.partition}`) ?? '0') >= position
      );
    });
  });

describe('the publisher over domain topics', () => {
  it('publishes what the owners have from before its start, and what comes, once each and in order', async () => {
    await payments.receive(30);
    await startPublisher();
    await allRead();
    await receive(30);
    await allRead();
    expect(topics.read).toEqual(payments.paid);
    expect(topics.written).toHaveLength(60);
  });

  it('writes what several lanes have at the same time in one go, and keeps all their places', async () => {
    logs = new DomainLogs(bench.store, PUBLIC_STREAMS, 8);
    payments = new Payments(bench.store, 40);
    const held = gate();
    let writes = 0;
    await startPublisher({
      beforeWrite: async () => {
        writes += 1;
        await held.opened;
      },
    });
    await until(hasCaughtUp);
    await receive(1);
    await until(() => writes === 1);
    await receive(39);
    const busy = logs.partitions.filter(({ size }) => size > 0);
    await until(() => busy.every(({ opened }) => opened.length > 0));
    held.open();
    await allRead();
    await allKept();
    expect([topics.read, topics.written.length]).toEqual([payments.paid, 40]);
    // The first one, those of all other lanes, and the rest of its own lane.
    expect(busy.length).toBeGreaterThan(4);
    expect(writes).toBeLessThanOrEqual(3);
  });

  it('continues where each lane was after a restart, with nothing twice', async () => {
    for (let round = 0; round < 3; round += 1) {
      await receive(10);
      const { lanes } = await startPublisher();
      await allRead();
      await stop(lanes);
    }
    expect(topics.written).toHaveLength(30);
    expect(topics.takeovers).toBe(3);
  });

  it('keeps no place before the events are written, and writes again under the same ids', async () => {
    await receive(10);
    topics.failures = 2;
    topics.failsAfter = 2;
    const { lanes } = await startPublisher();
    await until(() => lanes.status().lastError === 'the broker is away');
    await allRead();
    await allKept();
    expect(topics.written.length).toBeGreaterThan(10);
    expect(topics.read).toEqual(payments.paid);
    expect(new Set(ids()).size).toBe(10);
    await until(() => lanes.status().failures === 0);
  });

  it('publishes from the owners what the topics have lost, and nothing of it twice', async () => {
    const { lanes } = await startPublisher();
    await receive(10);
    await allRead();
    await stop(lanes);
    for (const partition of logs.partitions) partition.lose();
    await receive(5);
    for (const partition of logs.partitions) partition.lose();
    await receive(5);
    await startPublisher();
    await allRead();
    expect(topics.written).toHaveLength(20);
    expect(topics.read).toEqual(payments.paid);
  });

  it('publishes all again, under the same ids, when its places are deleted while it works', async () => {
    await startPublisher({}, { leaseMs: SHORT_MS });
    await receive(10);
    await allRead();
    await allKept();
    await bench.pool.query(
      `DELETE FROM platform.checkpoints WHERE name = 'publisher' OR name LIKE 'publisher@%'`,
    );
    await until(() => topics.written.length >= 20);
    expect(new Set(ids()).size).toBe(10);
    expect(topics.read).toEqual(payments.paid);
  });
});

describe('an event that the publisher does not know', () => {
  const strange = async (): Promise<void> => {
    await bench.store.append('customer-1', -1, [event('CustomerLost', { at: 'now' })], metadata);
    await logs.relay();
  };

  it('stops its lane, which says so, and no other one', async () => {
    const { lanes } = await startPublisher();
    await receive(5);
    await strange();
    await receive(5);
    await allRead();
    await until(() => lanes.status().failures > 1);
    expect(lanes.status()).toMatchObject({
      name: PUBLISHER,
      lastError: expect.stringMatching('CustomerLost'),
    });
    const partition = logs.of('customer-1')?.partition;
    expect((await places()).get(`${PUBLISHER}@customer/${partition}`)).toBe('0');
  });

  it('leads to another process after a while: it may be newer', async () => {
    const one = await startPublisher({}, { maxAgeMs: 300 });
    await strange();
    await until(() => one.lanes.status().failures > 0);
    const two = await startPublisher();
    await until(() => two.publisher.active);
    expect(one.publisher.active).toBe(false);
    await receive(5);
    await allRead();
  });
});

describe('two publishers over domain topics', () => {
  it('are one that publishes and one that stands by, ready, and reads nothing', async () => {
    const [one, two] = [await startPublisher(), await startPublisher()];
    await receive(40);
    await allRead();
    expect([one.publisher.active, two.publisher.active].toSorted()).toEqual([false, true]);
    expect(logs.opened).toBe(1);
    expect(topics.written).toHaveLength(40);
    for (const { lanes } of [one, two]) {
      await until(() => lanes.status().lanes?.behind === 0);
      expect(lanes.status()).toMatchObject({ failures: 0, failingMs: 0 });
    }
  });

  it('take over from each other, one after the other, and publish nothing twice', async () => {
    let current = await startPublisher();
    for (let round = 0; round < 3; round += 1) {
      await receive(10);
      await until(() => current.publisher.active);
      const next = await startPublisher();
      const receiving = receive(10);
      await stop(current.lanes);
      await receiving;
      await allRead();
      current = next;
    }
    expect(topics.written).toHaveLength(60);
    expect(topics.read).toEqual(payments.paid);
    expect(logs.closed).toBe(3);
  });
});

describe('a publisher over domain topics that is paused', () => {
  /** A moment at which the first process to come there stops, and does not renew its lease any more. */
  function stopAt(moment: keyof Moments, lease: Options = {}) {
    let stopped = false;
    let sleeper: Process | undefined;
    const asleep = gate();
    const pauses = async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      await until(() => sleeper !== undefined);
      sleeper?.pause();
      await asleep.opened;
    };
    const start = async (): Promise<Process> =>
      (sleeper = await startPublisher({ [moment]: pauses }, { leaseMs: SHORT_MS, ...lease }));
    const wakeUp = (): void => {
      sleeper?.wake();
      asleep.open();
    };
    sleepers.push(wakeUp);
    return { start, stopped: () => until(() => stopped), wakeUp };
  }

  it.each(['beforeCheck', 'beforeWrite'] as const)(
    'is replaced within its lease; woken %s, it writes nothing any more',
    async (moment) => {
      const { start, stopped, wakeUp } = stopAt(moment);
      await receive(5);
      const sleeper = await start();
      await stopped();
      const heir = await startPublisher();
      await allRead();
      expect([heir.publisher.active, ids().length]).toEqual([true, 5]);
      wakeUp();
      await receive(5);
      await allRead();
      await until(() => !sleeper.publisher.active && sleeper.lanes.status().lanes?.behind === 0);
      await until(() => logs.closed === 1);
      expect(ids()).toHaveLength(10);
      expect(topics.read).toEqual(payments.paid);
      expect(sleeper.lanes.status().failures).toBe(0);
    },
  );

  it.each([
    ['beforeCheck', false],
    ['afterWrite', true],
  ] as const)(
    'woken %s, it writes nothing more and moves no place, also where the next one has not begun',
    async (moment, hasWritten) => {
      const { start, stopped, wakeUp } = stopAt(moment);
      await receive(5);
      const sleeper = await start();
      await stopped();
      const [written, kept] = [ids(), await places()];
      expect(written.length > 0).toBe(hasWritten);
      const heir = new Lease({ pool: bench.pool, name: PUBLISHER, lengthMs: LONG_MS, log: silent });
      await until(async () => (await heir.take()) !== undefined);
      wakeUp();
      await until(() => !sleeper.publisher.active);
      await stop(sleeper.lanes);
      expect(await heir.renew()).toBe('2');
      expect(ids()).toEqual(written);
      expect(await places()).toEqual(kept);
      await heir.release();
      // What it wrote comes again, the same.
      await startPublisher();
      await allRead();
      await until(() => ids().length === written.length + 5);
      expect(ids(written.length)).toEqual(expect.arrayContaining(written));
      expect(topics.read).toEqual(payments.paid);
    },
  );

  it('writes nothing where it wakes as it takes over, and the one that has it now goes on', async () => {
    // Its clock stands still with it, as in a machine that is frozen.
    const { start, stopped, wakeUp } = stopAt('takingOver', { nowMs: () => 0 });
    await receive(5);
    const sleeper = await start();
    await stopped();
    const heir = await startPublisher();
    await allRead();
    wakeUp();
    await until(() => topics.takeovers === 2);
    await receive(5);
    await allRead();
    await until(() => !sleeper.publisher.active);
    expect([ids().length, topics.takeovers]).toEqual([10, 3]);
    expect([heir.publisher.active, sleeper.publisher.active]).toEqual([true, false]);
    expect(topics.read).toEqual(payments.paid);
  });

  it('shows in those that stand by: they tell for how long it is not known that all is published', async () => {
    const { start, stopped, wakeUp } = stopAt('beforeWrite', { leaseMs: 2_000 });
    const sleeper = await start();
    await until(() => sleeper.publisher.active);
    const standby = await startPublisher({}, { leaseMs: 2_000 });
    expect(await standby.publisher.unpublishedMs()).toBe(0);
    await receive(1);
    await stopped();
    // As where the lanes alone hang, and the process renews its lease.
    await bench.pool.query(
      `UPDATE platform.leases SET until = clock_timestamp() + interval '1 hour', lasts = '1 hour'`,
    );
    await until(async () => (await standby.publisher.unpublishedMs()) > 4_000, 20_000);
    const runtime = {
      ...{ store: bench.store, bus: { status: () => new InProcessBus().status() } },
      feed: { status: () => [standby.lanes.status()] },
      dispatcher: { status: () => ({ sweptAt: Date.now(), inFlight: 0 }) },
      publisher: { active: false, maxAgeMs: 4_000, unpublishedMs: () => standby.publisher.unpublishedMs() },
    };
    expect(await readiness(runtime)).toMatchObject({
      ready: false,
      checks: { publisher: { ok: false, active: false, says: expect.stringMatching(/not published/) } },
    });
    wakeUp();
    await bench.pool.query(`UPDATE platform.leases SET until = '-infinity'`);
    await allRead();
    await until(async () => (await readiness(runtime)).ready, 20_000);
  });
});

describe('an installation that changes', () => {
  it('from the feed to topics and back publishes everything once, from the further place each time', async () => {
    const before = await startOverFeed();
    await receive(10);
    await allRead();
    await stop(before);
    await receive(5);
    const { lanes } = await startPublisher();
    await allRead();
    await receive(10);
    await allRead();
    await allKept();
    await stop(lanes);
    await receive(5);
    const back = await startOverFeed();
    await allRead();
    await receive(5);
    await allRead();
    await until(async () => BigInt((await places()).get(PUBLISHER) ?? 0) === (await bench.store.head()));
    await stop(back);
    await receive(5);
    await startPublisher();
    await allRead();
    expect(topics.read).toEqual(payments.paid);
    expect(topics.written).toHaveLength(40);
  });

  it('with processes of both kinds at the same time has one that publishes', async () => {
    const overFeed = await startOverFeed();
    await receive(5);
    await allRead();
    const overTopics = await startPublisher();
    await receive(5);
    await allRead();
    expect(overTopics.publisher.active).toBe(false);
    await stop(overFeed);
    await receive(5);
    await allRead();
    await until(() => overTopics.publisher.active);
    expect(topics.written).toHaveLength(15);
  });
});
