import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { distance, readPosition, START } from '#kernel';
import type { Position, StreamEvent } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import type { AppendListener, EventStore, RecordedEvent } from '#event-store';
import { until } from '#bus/testing/until';
import { metadata, silent } from '#hosting/testing/bench';
import { FeedHub, type FeedHubOptions } from './feed-hub.js';
import { placeAt, positionOf } from './place.js';
import type { Tail } from './tail.js';

/** A feed in memory that counts who reads it. */
class MemoryFeed {
  readonly events: RecordedEvent[] = [];
  readonly reads: Position[] = [];
  failReads = 0;
  private readonly listeners = new Set<AppendListener>();

  append(count: number, data: unknown = {}, tell = true, prefix = 'thing-'): void {
    for (let n = 0; n < count; n += 1) {
      const id = String(this.events.length * 2 + 1);
      const position = readPosition(id);
      const recordedAt = new Date(0);
      const streamId = `${prefix}${id}`;
      this.events.push({
        id,
        type: 'T',
        data,
        streamId,
        revision: 0,
        position,
        recordedAt,
        metadata,
      });
    }
    if (tell) for (const listener of this.listeners) listener(this.events.at(-1)?.position ?? 0n);
  }

  /** As this process's own appends are told of. */
  handOver(count: number, prefix?: string): void {
    const after = this.events.at(-1)?.position ?? START;
    this.append(count, {}, false, prefix);
    const events = this.events.slice(-count);
    const position = events.at(-1)?.position ?? START;
    for (const listener of this.listeners) listener(position, undefined, { after, events });
  }

  /** As another process's appends are told of. */
  tell(streams: readonly string[]): void {
    for (const listener of this.listeners) listener(this.events.at(-1)?.position ?? 0n, streams);
  }

  readonly store = {
    head: async () => this.events.at(-1)?.position ?? 0n,
    readFeed: async (after: Position, limit: number) => {
      this.reads.push(after);
      if (this.failReads > 0) {
        this.failReads -= 1;
        throw new Error('the database is away');
      }
      return this.events.filter(({ position }) => position > after).slice(0, limit);
    },
    readFeedOf: async (prefixes: readonly string[], after: Position, limit: number) => {
      const events = await this.store.readFeed(after, limit);
      const ofThem = events.filter(({ streamId }) => prefixes.some((prefix) => streamId.startsWith(prefix)));
      return { events: ofThem, looked: events.at(-1)?.position ?? after };
    },
    onAppended: (listener: AppendListener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  } as unknown as EventStore;
}

/** A consumer that keeps its checkpoint as a database would, and fails when told to. */
class Consumer implements AnyEventConsumer {
  readonly seen: Position[] = [];
  readonly batches: number[] = [];
  starts = 0;
  working = 0;
  before: () => Promise<void> = async () => undefined;

  constructor(
    readonly name: string,
    public checkpoint: Position = START,
    readonly streams: readonly string[] = ['thing-'],
  ) {}

  async start(): Promise<Checkpoint> {
    this.starts += 1;
    return placeAt(this.checkpoint);
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    expect((this.working += 1)).toBe(1);
    try {
      await this.before();
      this.seen.push(...events.map(({ id }) => readPosition(id)));
      this.batches.push(events.length);
      this.checkpoint = positionOf(place);
    } finally {
      this.working -= 1;
    }
  }
}

describe('FeedHub', () => {
  let hub: FeedHub;
  let feed: MemoryFeed;
  const start = async (
    consumers: readonly Consumer[],
    pollMs = 60_000,
    more: Partial<FeedHubOptions> = {},
  ): Promise<void> => {
    hub = new FeedHub({ store: feed.store, log: silent, pollMs, batchSize: 100, ...more });
    for (const consumer of consumers) hub.follow(consumer);
    await hub.start();
  };
  const open = (): void => void (feed = new MemoryFeed());
  afterEach(() => hub.stop());

  const positions = (): Position[] => feed.events.map(({ position }) => position);
  const complete = (consumer: Consumer) => () => consumer.seen.length === feed.events.length;

  it('delivers every event once and in order to each consumer, reading the store once for all', async () => {
    open();
    const consumers = ['a', 'b', 'c'].map((name) => new Consumer(name));
    await start(consumers);
    for (let n = 0; n < 20; n += 1) {
      feed.append(5);
      await until(() => consumers.every((consumer) => complete(consumer)()));
    }
    for (const { seen } of consumers) expect(seen).toEqual(positions());
    expect(feed.reads).toHaveLength(20);
  });

  it('finds the events of other processes by looking from time to time', async () => {
    open();
    const consumer = new Consumer('a');
    await start([consumer], 5);
    feed.append(3, {}, false);
    await until(complete(consumer));
  });

  it('finds events of other processes that came between its own', async () => {
    open();
    const consumer = new Consumer('a');
    await start([consumer]);
    feed.append(3, {}, false);
    feed.append(1);
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
  });

  it('takes in what its own process appends, and reads it nowhere', async () => {
    open();
    const [consumer, other] = [new Consumer('a'), new Consumer('of others', START, ['other-'])];
    await start([consumer, other]);
    for (let n = 0; n < 5; n += 1) {
      feed.handOver(3);
      await until(complete(consumer));
    }
    await until(() => other.checkpoint === positions().at(-1));
    expect(consumer.seen).toEqual(positions());
    expect([feed.reads, other.seen]).toEqual([[], []]);
  });

  it('wakes one that nothing is for only to keep its place, and not for each event of others', async () => {
    open();
    const [consumer, other] = [new Consumer('a'), new Consumer('of others', START, ['other-'])];
    await start([consumer, other]);
    await until(() => hub.status().every(({ position }) => position === START));
    for (let n = 0; n < 50; n += 1) {
      feed.handOver(1);
      await until(complete(consumer));
      expect(hub.status()[1]?.position).toBe(positions().at(-1));
    }
    await until(() => other.checkpoint === positions().at(-1));
    expect(other.batches.every((count) => count === 0)).toBe(true);
    expect(other.batches.length).toBeLessThan(consumer.batches.length);
    expect(feed.reads).toEqual([]);
  });

  it('moves nobody past an event that it was just woken for', async () => {
    open();
    const consumer = new Consumer('a');
    const follower = new Consumer('all', START, ['thing-', 'other-']);
    await start([consumer, follower]);
    await until(() => hub.status().every(({ position }) => position === START));
    for (let n = 0; n < 5; n += 1) {
      // In one turn, before the consumer has gone on.
      feed.handOver(1);
      feed.handOver(1, 'other-');
      await until(complete(follower));
    }
    await until(() => consumer.checkpoint === positions().at(-1));
    expect(consumer.seen).toEqual(positions().filter((_, n) => n % 2 === 0));
  });

  it('reads what came between what was handed over, in its order', async () => {
    open();
    const consumer = new Consumer('a');
    await start([consumer]);
    feed.append(2, {}, false);
    feed.handOver(3);
    await until(complete(consumer));
    feed.handOver(1);
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
    expect(feed.reads).toEqual([START]);
  });

  it('delivers once what is handed over while it reads the same', async () => {
    open();
    const consumer = new Consumer('a');
    await start([consumer]);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const readFeed = feed.store.readFeed.bind(feed.store);
    feed.store.readFeed = async (after, limit) => {
      // First it waits, then it finds what was handed over and one more that was not.
      await held;
      return readFeed(after, limit);
    };
    hub.look();
    feed.handOver(3);
    await until(complete(consumer));
    feed.append(1, {}, false);
    release();
    await until(complete(consumer));
    feed.handOver(2);
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
    expect(feed.reads[0]).toBe(START);
  });

  describe('that is told of other processes', () => {
    const told = { isTold: () => true };

    it('reads them at once, and once', async () => {
      open();
      const consumer = new Consumer('a');
      await start([consumer], 60_000, told);
      feed.append(3, {}, false);
      feed.tell(['other-', 'thing-']);
      await until(complete(consumer));
      feed.tell(['thing-']);
      feed.append(1);
      await until(complete(consumer));
      expect(feed.reads).toEqual([0n, 5n]);
    });

    it('reads nothing for streams that nobody follows here, until the next look', async () => {
      open();
      const consumer = new Consumer('a');
      await start([consumer], 60_000, told);
      feed.append(3, {}, false);
      feed.tell(['other-', 'thin-']);
      expect(feed.reads).toEqual([]);
      hub.look();
      await until(complete(consumer));
    });

    it('looks once a second for what it was not told of', async () => {
      open();
      const consumer = new Consumer('a');
      await start([consumer], 1, told);
      feed.append(3, {}, false);
      await until(complete(consumer));
      // Not each millisecond, as it would be if nothing told.
      expect(feed.reads.length).toBeLessThan(10);
    });

    it('looks often from when it is no longer told', async () => {
      open();
      let isTold = true;
      const consumer = new Consumer('a');
      await start([consumer], 1, { isTold: () => isTold });
      isTold = false;
      await until(() => feed.reads.length > 20);
    });

    it('reads many at once where many are told while it reads and rests', async () => {
      open();
      const consumer = new Consumer('a');
      await start([consumer], 60_000, told);
      let release = (): void => undefined;
      const readFeed = feed.store.readFeed.bind(feed.store);
      feed.store.readFeed = async (after, limit) => {
        const events = await readFeed(after, limit);
        if (feed.reads.length === 1) await new Promise<void>((resolve) => (release = resolve));
        return events;
      };
      feed.append(1, {}, false);
      feed.tell(['thing-']);
      await until(() => feed.reads.length === 1);
      for (let n = 0; n < 50; n += 1) {
        feed.append(1, {}, false);
        feed.tell(['thing-']);
      }
      release();
      await until(complete(consumer));
      expect(feed.reads).toEqual([0n, 1n]);
      expect(consumer.seen).toEqual(positions());
    });
  });

  it('lets a consumer that comes late read from the store, in batches, and then join the others', async () => {
    open();
    feed.append(250);
    const [late, current] = [new Consumer('late'), new Consumer('current', positions().at(-1))];
    await start([late, current]);
    feed.append(1);
    await until(complete(late));
    expect(late.seen).toEqual(positions());
    expect(Math.max(...late.batches)).toBeLessThanOrEqual(100);
    expect(current.seen).toEqual(positions().slice(-1));
    const reads = feed.reads.length;
    feed.append(1);
    await until(complete(late));
    expect(feed.reads.length - reads).toBeLessThanOrEqual(2);
  });

  it('leads a consumer past the streams of others, and reads none of that twice', async () => {
    open();
    feed.append(250);
    const consumer = new Consumer('of others', 0n, ['other-']);
    await start([consumer]);
    const passed = () => consumer.checkpoint === feed.events.at(-1)?.position;
    await until(passed);
    feed.append(120);
    await until(passed);
    expect(consumer.seen).toEqual([]);
    expect(new Set(feed.reads).size).toBe(feed.reads.length);
  });

  it('reads the next batch of one that is far behind while it handles this one, and each batch once', async () => {
    open();
    feed.append(450);
    const consumer = new Consumer('late');
    const readBefore: number[] = [];
    consumer.before = async () => void readBefore.push(feed.reads.length);
    await start([consumer]);
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
    // The last one is read when there is nothing more to read ahead.
    expect(readBefore).toEqual([2, 3, 4, 5, 5]);
    expect(new Set(feed.reads).size).toBe(feed.reads.length);
  });

  it('keeps nothing of what it read ahead for one that fails, or that another process has overtaken', async () => {
    open();
    feed.append(450);
    const consumer = new Consumer('late');
    let turns = 0;
    consumer.before = async () => {
      turns += 1;
      if (turns === 2) throw new Error('deadlock detected');
      if (turns === 4) throw new CheckpointMoved('late');
    };
    await start([consumer]);
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
  });

  it('delivers again to a consumer that failed, from its checkpoint, with growing pauses', async () => {
    open();
    const consumer = new Consumer('weak');
    const attempts: number[] = [];
    consumer.before = async () => {
      attempts.push(Date.now());
      if (attempts.length <= 2) throw new Error('deadlock detected');
    };
    await start([consumer]);
    feed.append(4);
    await until(() => attempts.length === 2);
    expect(hub.status()).toMatchObject([
      { name: 'weak', position: 0n, failures: 2, lastError: 'deadlock detected' },
    ]);
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
    expect(consumer.starts).toBe(3);
    expect(attempts[1]! - attempts[0]!).toBeGreaterThanOrEqual(95);
    expect(attempts[2]! - attempts[1]!).toBeGreaterThanOrEqual(195);
    expect(hub.status()).toMatchObject([{ position: positions().at(-1), failures: 0, lastError: undefined }]);
  });

  it('tells for how long every attempt of a consumer has failed, until one succeeds', async () => {
    open();
    const consumer = new Consumer('a');
    let nowMs = 0;
    let broken = true;
    consumer.before = async () => {
      if (broken) throw new Error('broken');
    };
    await start([consumer], 60_000, { nowMs: () => nowMs });
    const failingMs = () => hub.status()[0]?.failingMs;
    expect(failingMs()).toBe(0);
    nowMs = 1_000;
    feed.append(1);
    await until(() => (hub.status()[0]?.failures ?? 0) > 0);
    nowMs = 17_000;
    await until(() => (hub.status()[0]?.failures ?? 0) > 1);
    expect(failingMs()).toBe(16_000);
    broken = false;
    await until(complete(consumer));
    await until(() => failingMs() === 0);
  });

  it('does not let a consumer that fails or is slow hold up the others', async () => {
    open();
    const [broken, slow, healthy] = ['broken', 'slow', 'healthy'].map((name) => new Consumer(name));
    broken!.before = () => Promise.reject(new Error('always'));
    let release = (): void => undefined;
    slow!.before = () => new Promise((resolve) => (release = resolve));
    await start([broken!, slow!, healthy!]);
    for (let n = 0; n < 12; n += 1) {
      feed.append(100);
      await until(complete(healthy!));
    }
    expect(healthy!.seen).toEqual(positions());
    expect([broken!.seen, slow!.seen]).toEqual([[], []]);
    slow!.before = async () => undefined;
    release();
    await until(complete(slow!));
    expect(slow!.seen).toEqual(positions());
  });

  it('keeps a bounded number of events, and of bytes, for slow consumers', async () => {
    open();
    const consumer = new Consumer('slow');
    let release = (): void => undefined;
    consumer.before = () => new Promise((resolve) => (release = resolve));
    await start([consumer]);
    const { tail } = hub as unknown as { tail: Tail };
    const kept = (): readonly RecordedEvent[] => tail.after(tail.start, Infinity);
    feed.append(2_000);
    await until(() => tail.newest === positions().at(-1));
    expect(kept().length).toBeLessThanOrEqual(500);
    feed.append(40, 'x'.repeat(4_000_000));
    await until(() => tail.newest === positions().at(-1));
    expect(kept().length).toBeLessThan(17);
    consumer.before = async () => undefined;
    release();
    await until(complete(consumer));
    expect(consumer.seen).toEqual(positions());
    expect(kept().length).toBeLessThanOrEqual(100);
  });

  it('continues after the store could not be read', async () => {
    open();
    const consumer = new Consumer('a');
    await start([consumer], 5);
    feed.failReads = 2;
    feed.append(3);
    await until(complete(consumer));
  });

  it('waits, without a failure, while another process runs the consumer', async () => {
    open();
    const consumer = new Consumer('standby');
    let refused = 0;
    consumer.before = async () => {
      if ((refused += 1) === 1) throw new CheckpointMoved('standby');
    };
    await start([consumer]);
    feed.append(1);
    await until(() => refused === 1);
    expect(hub.status()).toMatchObject([{ failures: 0 }]);
    await until(complete(consumer));
  });

  it('reads nothing without consumers, as in a gateway', async () => {
    open();
    await start([], 5);
    let looked = 0;
    const look = setInterval(() => (looked += 1), 5);
    feed.append(3);
    await until(() => looked === 10);
    clearInterval(look);
    expect(feed.reads).toEqual([]);
  });

  it('reads no events while another process runs all of its consumers, and takes over where that one stopped', async () => {
    open();
    const [one, two] = [new Consumer('one'), new Consumer('two')];
    let theirs = true;
    for (const consumer of [one, two]) {
      consumer.before = async () => {
        if (theirs) throw new CheckpointMoved(consumer.name);
      };
      const look = consumer.start.bind(consumer);
      consumer.start = async () => {
        // The other process has handled all events and keeps running: each look finds more.
        if (theirs && consumer.starts > 0) {
          feed.append(1, {}, false);
          consumer.checkpoint = feed.events.at(-1)?.position ?? 0n;
        }
        return look();
      };
    }
    await start([one, two], 5);
    feed.append(3);
    await until(() => one.starts === 2 && two.starts === 2);
    const reads = feed.reads.length;
    await until(() => one.starts === 4 && two.starts === 4);
    expect(feed.reads.length).toBe(reads);
    theirs = false;
    const left = feed.events.at(-1)!.position;
    feed.append(150, {}, false);
    await until(() => one.seen.at(-1) === feed.events.at(-1)!.position && two.seen.length >= 150);
    expect(one.seen).toEqual(positions().filter((position) => position >= one.seen[0]!));
    expect(distance(left, one.seen[0]!)).toBeLessThanOrEqual(2);
    expect(hub.status().map(({ failures }) => failures)).toEqual([0, 0]);
  });

  describe('stop', () => {
    it('lets consumers finish the batch they are on, and delivers no more', async () => {
      open();
      const consumer = new Consumer('busy');
      let release = (): void => undefined;
      consumer.before = () => new Promise((resolve) => (release = resolve));
      await start([consumer]);
      feed.append(2);
      await until(() => consumer.working === 1);
      const stopped = hub.stop();
      feed.append(5);
      release();
      await stopped;
      expect(consumer.seen).toEqual(positions().slice(0, 2));
    });

    it('does not wait for the pause of a consumer that failed, before or after', async () => {
      open();
      const [failed, failing] = [new Consumer('failed'), new Consumer('failing')];
      failed.before = () => Promise.reject(new Error('always'));
      let fail = (): void => undefined;
      let attempts = 0;
      failing.before = () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('late'));
          if ((attempts += 1) <= 4) fail();
        });
      await start([failed, failing]);
      feed.append(1);
      // The next pause of each is 1,600 ms.
      await until(() => (hub.status()[0]?.failures ?? 0) === 5 && attempts === 5);
      const stopped = hub.stop().then(() => 'stopped');
      fail();
      // A timer of this very process: where the machine stands still, both do.
      const patience = new AbortController();
      const late = sleep(1_500, 'late', { signal: patience.signal });
      expect(await Promise.race([stopped, late])).toBe('stopped');
      patience.abort();
      await late.catch(() => undefined);
    });
  });
});
