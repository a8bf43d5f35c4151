import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '#kernel';
import { FeedHub } from '../feed/feed-hub.js';
import { positionOf } from '../feed/place.js';
import { readCheckpoint } from '../projections/checkpoints.js';
import { InProcessBus } from '#bus';
import { until } from '#bus/testing/until';
import { readiness } from '#hosting/runtime/health';
import { event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { Publisher, PUBLISHER } from './publisher.js';
import { FakeTopics, pausablePublisher, Payments, type Moments } from '#hosting/testing/publisher';
import { Lease } from './lease.js';

let bench: Bench;
let payments: Payments;
let topics: FakeTopics;
const hubs: FeedHub[] = [];
const sleepers: (() => void)[] = [];

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());
beforeEach(async () => {
  await bench.pool.query('TRUNCATE event_store.events, platform.checkpoints, platform.leases');
  payments = new Payments(bench.store);
  topics = new FakeTopics();
});
afterEach(async () => {
  for (const wakeUp of sleepers.splice(0)) wakeUp();
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()));
});

/** Long for a test: nobody takes over from a process that lives. */
const LONG_MS = 60_000;

interface Process {
  readonly publisher: Publisher;
  readonly hub: FeedHub;
  /** From now on nothing that it asks reaches the database, as if it were stopped. */
  readonly pause: () => void;
  readonly wake: () => void;
}

/** A process that runs the publisher. */
async function startPublisher(
  moments: Moments = {},
  { leaseMs = LONG_MS, nowMs }: { leaseMs?: number; nowMs?: () => number } = {},
): Promise<Process> {
  const own = bench.another();
  const { store } = own;
  const writer = topics.writer(moments);
  const limits = { leaseMs, ...(nowMs && { nowMs }) };
  const { publisher, pause, wake } = pausablePublisher(own, { writer, ...limits });
  const hub = new FeedHub({ store, log: silent, pollMs: 20 });
  hub.follow(publisher);
  hubs.push(hub);
  await hub.start();
  return { publisher, hub, pause, wake };
}
const stop = async (hub: FeedHub): Promise<void> => {
  hubs.splice(hubs.indexOf(hub), 1);
  await hub.stop();
};
const published = async (): Promise<Position> => positionOf(await readCheckpoint(bench.pool, PUBLISHER));
const allRead = (): Promise<void> => until(() => topics.count === payments.count);

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

  it('take over where one fails: another may have a broker that answers, or know the event', async () => {
    await payments.receive(5);
    let failing = true;
    const beforeWrite = async (): Promise<void> => {
      if (failing) throw new Error('no broker from here');
    };
    const failed = await startPublisher({ beforeWrite });
    await until(() => (failed.hub.status()[0]?.failures ?? 0) > 0);
    await startPublisher();
    await allRead();
    failing = false;
    expect(topics.read).toEqual(payments.paid);
  });
});

describe('a publisher that is paused', () => {
  /** Short: what is waited for is its end. */
  const SHORT_MS = 400;

  /** A moment at which the first process to come there stops, and does not renew its lease any more. */
  function stopAt(moment: keyof Moments, lease: { leaseMs?: number; nowMs?: () => number } = {}) {
    let stopped = false;
    let wake = (): void => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let sleeper: Process | undefined;
    const start = async (): Promise<Process> => {
      sleeper = await startPublisher(
        {
          [moment]: async () => {
            if (stopped) return;
            stopped = true;
            await until(() => sleeper !== undefined);
            sleeper?.pause();
            await asleep;
          },
        },
        { leaseMs: SHORT_MS, ...lease },
      );
      return sleeper;
    };
    const wakeUp = (): void => {
      sleeper?.wake();
      wake();
    };
    sleepers.push(wakeUp);
    return { start, stopped: () => until(() => stopped), wakeUp };
  }
  const idsOf = (from = 0): string[] => topics.written.slice(from).map(({ attributes }) => attributes.id);
  /** The one that woke up has seen that it stands by, and all is published. */
  const settled = async (woken: Process): Promise<void> => {
    const head = await bench.store.head();
    await until(() => !woken.publisher.active && woken.hub.status()[0]?.position === head);
    await until(async () => (await published()) === head);
  };

  it.each(['beforeCheck', 'beforeWrite'] as const)(
    'is replaced within its lease; woken %s, it writes nothing any more',
    async (moment) => {
      const { start, stopped, wakeUp } = stopAt(moment);
      await payments.receive(5);
      const sleeper = await start();
      await stopped();
      const heir = await startPublisher();
      await allRead();
      await payments.receive(5);
      await allRead();
      expect([heir.publisher.active, idsOf().length]).toEqual([true, 10]);
      wakeUp();
      await payments.receive(5);
      await allRead();
      await settled(sleeper);
      expect(idsOf()).toHaveLength(15);
      expect(topics.read).toEqual(payments.paid);
      expect(sleeper.hub.status()[0]?.failures).toBe(0);
    },
  );

  it.each([
    ['beforeCheck', 0],
    ['afterWrite', 5],
  ] as const)(
    'woken %s, it writes nothing more and moves no checkpoint, also where the next one has not begun',
    async (moment, alreadyWritten) => {
      const { start, stopped, wakeUp } = stopAt(moment);
      await payments.receive(5);
      const sleeper = await start();
      await stopped();
      const heir = new Lease({ pool: bench.pool, name: PUBLISHER, lengthMs: LONG_MS, log: silent });
      await until(async () => (await heir.take()) !== undefined);
      wakeUp();
      await until(() => !sleeper.publisher.active);
      await stop(sleeper.hub);
      expect(await heir.renew()).toBe('2');
      expect([await published(), idsOf().length]).toEqual([0n, alreadyWritten]);
      await heir.release();
      // What it wrote comes again, the same.
      await startPublisher();
      await until(() => topics.written.length === alreadyWritten + 5);
      expect(idsOf(alreadyWritten).slice(0, alreadyWritten)).toEqual(idsOf().slice(0, alreadyWritten));
      expect(topics.read).toEqual(payments.paid);
    },
  );

  it('writes nothing where it wakes as it takes over, and the one that has it now goes on', async () => {
    // Its clock stands still with it, as in a machine that is frozen.
    const { start, stopped, wakeUp } = stopAt('takingOver', { nowMs: () => 0 });
    await payments.receive(5);
    const sleeper = await start();
    await stopped();
    const heir = await startPublisher();
    await allRead();
    wakeUp();
    await until(() => topics.takeovers === 2);
    await payments.receive(5);
    await allRead();
    await settled(sleeper);
    expect([idsOf().length, topics.takeovers]).toEqual([10, 3]);
    expect([heir.publisher.active, sleeper.publisher.active]).toEqual([true, false]);
    expect(topics.read).toEqual(payments.paid);
  });

  it('shows in those that stand by: they tell how old the oldest event is that nobody publishes', async () => {
    const { start, stopped, wakeUp } = stopAt('beforeWrite', { leaseMs: LONG_MS });
    const sleeper = await start();
    await until(() => sleeper.publisher.active);
    const standby = await startPublisher();
    expect(await standby.publisher.unpublishedMs()).toBe(0);
    await payments.receive(1);
    await stopped();
    await until(async () => (await standby.publisher.unpublishedMs()) > 100);
    const runtime = {
      ...{ store: bench.store, feed: standby.hub, bus: { status: () => new InProcessBus().status() } },
      dispatcher: { status: () => ({ sweptAt: Date.now(), inFlight: 0 }) },
      publisher: { active: false, maxAgeMs: 50, unpublishedMs: () => standby.publisher.unpublishedMs() },
    };
    expect(await readiness(runtime)).toMatchObject({
      ready: false,
      checks: { publisher: { ok: false, active: false, says: expect.stringMatching(/not published/) } },
    });
    wakeUp();
    await allRead();
    await until(async () => (await readiness(runtime)).ready);
  });
});
