import { expect, it } from '@jest/globals';
import type { AnyEventConsumer, Checkpoint, HeldConsumer, LanedConsumer } from '#bus';
import { readPosition, type StreamEvent } from '#kernel';
import type { FeedStatus } from '../feed/feed-hub.js';
import type { FeedConsumer } from '../feed/following.js';
import { placeAt } from '../feed/place.js';
import type { Followed } from './partition-lanes.js';
import { SplitFeed } from './split-feed.js';

/** Notes in one list what is done to it, and by whom. */
class Part<Consumer extends Followed | FeedConsumer> {
  readonly followed: Consumer[] = [];

  constructor(
    private readonly name: string,
    private readonly done: string[],
  ) {}

  follow(consumer: Consumer): void {
    this.followed.push(consumer);
  }

  async start(): Promise<void> {
    this.done.push(`${this.name} starts`);
  }

  async stop(): Promise<void> {
    this.done.push(`${this.name} stops`);
  }

  look(): void {
    this.done.push(`${this.name} looks`);
  }

  status(): FeedStatus[] {
    return this.followed.map(({ name }) => statusOf(`${name} by ${this.name}`));
  }
}

const statusOf = (name: string): FeedStatus => {
  const state = { position: readPosition(1n), background: false, failures: 0, failingMs: 0 };
  return { name, lastError: undefined, ...state };
};

/** A consumer of a database in which its first start makes its place. */
class Consumer implements LanedConsumer {
  constructor(
    readonly name: string,
    readonly streams: readonly string[],
    private readonly done: string[],
  ) {}

  async start(): Promise<Checkpoint> {
    this.done.push(`${this.name} has a place`);
    return placeAt(0n);
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    this.done.push(`${this.name} takes ${events.length} up to ${place}`);
  }

  lane(name: string): Consumer {
    return new Consumer(name, this.streams, this.done);
  }
}

const setUp = () => {
  const done: string[] = [];
  const hub = new Part<FeedConsumer>('hub', done);
  const log = new Part<Followed>('log', done);
  const hold = ({ name }: HeldConsumer) => {
    const held = new Part<FeedConsumer>('holder', done);
    return {
      start: () => void held.start(),
      stop: () => held.stop(),
      status: () => statusOf(`${name} by holder`),
    };
  };
  const feed = new SplitFeed({ hub, log, owns: ['invoice-', 'retention-'], hold });
  const consumer = (name: string, ...streams: readonly string[]) => new Consumer(name, streams, done);
  return { done, hub, log, feed, consumer };
};
const shown = (part: { readonly followed: readonly Pick<AnyEventConsumer, 'name' | 'streams'>[] }) =>
  part.followed.map(({ name, streams }) => [name, streams]);

it('a consumer of own streams alone is followed over the feed, as it is', () => {
  const { hub, log, feed, consumer } = setUp();
  const own = consumer('invoices', 'invoice-');
  feed.follow(own, []);
  expect(hub.followed).toEqual([own]);
  expect(log.followed).toEqual([]);
});

it('a consumer of streams of others has lanes alone', () => {
  const { hub, log, feed, consumer } = setUp();
  feed.follow(consumer('customers', 'customer-'), []);
  expect(shown(log)).toEqual([['customers', ['customer-']]]);
  expect(log.followed[0]?.lane('customers@customer/3').name).toBe('customers@customer/3');
  expect(hub.followed).toEqual([]);
});

it('a consumer of both has lanes, and a place of its own for its own streams', async () => {
  const { done, hub, log, feed, consumer } = setUp();
  feed.follow(consumer('process', 'invoice-', 'stamping-', 'retention-'), []);
  expect(shown(log)).toEqual([['process', ['stamping-']]]);
  expect(shown(hub)).toEqual([['process@own', ['invoice-', 'retention-']]]);
  await hub.followed[0]?.handle([], placeAt(readPosition(7n)));
  expect(done).toEqual(['process@own takes 0 up to 7']);
});

it('one that has no lanes takes everything from the feed', () => {
  const { hub, log, feed } = setUp();
  const whole: AnyEventConsumer = {
    ...{ name: 'relay', streams: [''] },
    start: async () => undefined,
    handle: async () => undefined,
  };
  feed.follow(whole, []);
  expect(hub.followed).toEqual([whole]);
  expect(log.followed).toEqual([]);
});

const held = (...lanedStreams: readonly string[]): HeldConsumer => ({
  ...{ name: 'publisher', streams: [''], lanedStreams, handOverMs: 1, keepUpMs: 1 },
  start: async () => undefined,
  handle: async () => undefined,
  hold: async () => undefined,
});

it('one whose lanes one process at a time runs is asked first, and takes nothing from the feed', async () => {
  const { done, hub, log, feed } = setUp();
  feed.follow(held('invoice-', 'customer-'), []);
  expect([...hub.followed, ...log.followed]).toEqual([]);
  await feed.start();
  expect(feed.status()).toMatchObject([{ name: 'publisher by holder' }]);
  await feed.stop();
  expect(done).toEqual([
    'hub starts',
    'log starts',
    'holder starts',
    'hub stops',
    'log stops',
    'holder stops',
  ]);
});

it('... and takes everything from the feed where all streams are own', () => {
  const { hub, feed } = setUp();
  const own = held('invoice-', 'retention-');
  feed.follow(own, []);
  expect(hub.followed).toEqual([own]);
});

it('each consumer with lanes has a place before anything is brought: that is where all its lanes begin', async () => {
  const { done, feed, consumer } = setUp();
  for (const streams of [['invoice-'], ['stamping-'], ['invoice-', 'customer-']])
    feed.follow(consumer(streams.join('+'), ...streams), []);
  await feed.start();
  expect(done.splice(0)).toEqual([
    ...['stamping- has a place', 'invoice-+customer- has a place'],
    ...['hub starts', 'log starts'],
  ]);
  expect(feed.status().map(({ name }) => name)).toEqual([
    ...['invoice- by hub', 'invoice-+customer-@own by hub'],
    ...['stamping- by log', 'invoice-+customer- by log'],
  ]);
  feed.look();
  await feed.stop();
  expect(done).toEqual(['hub looks', 'hub stops', 'log stops']);
});
