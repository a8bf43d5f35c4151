import { expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { InProcessBus, type HeldConsumer, type LanedConsumer } from '#bus';
import type { EventStore } from '#event-store';
import { FeedHub, SplitFeed, TakenByLanes } from '#eventing';
import { loadConfig } from '../config/config.js';
import { silent } from '../testing/bench.js';
import { openFollowing, type FollowingParts } from './following.js';

const open = (env: Readonly<Record<string, string>>, taken?: TakenByLanes) => {
  const store = {} as EventStore;
  const hub = new FeedHub({ store, log: silent });
  const parts: FollowingParts = {
    ...{ config: loadConfig(env), service: 'invoicing', instance: 'one', owns: ['invoice-'] },
    ...{ hub, taken, log: silent },
    bus: new InProcessBus(),
    sealing: () => ({ seal: (plain) => plain, open: (sealed) => sealed }),
  };
  return { hub, ...openFollowing(parts) };
};
const KAFKA = { TIMBRA_KAFKA: 'localhost:9092' };
const TOPICS = { TIMBRA_DOMAIN_EVENTS: 'topics' };
const process = (): LanedConsumer => ({
  ...{ name: 'process', streams: ['invoice-', 'stamping-'] },
  start: async () => undefined,
  handle: async () => undefined,
  lane: () => process(),
});

it('by default, and without Kafka, a process follows everything from the feed itself', () => {
  for (const env of [{}, KAFKA, TOPICS]) {
    const { feed, hub, topics } = open(env, new TakenByLanes(new Map(), 3));
    expect(feed).toBe(hub);
    expect(topics).toBeUndefined();
  }
});

it('with topics it follows its own streams from the feed, and those of others from Kafka', () => {
  const { feed, topics } = open({ ...KAFKA, ...TOPICS });
  expect(feed).toBeInstanceOf(SplitFeed);
  feed.follow(process(), ['invoice-']);
  expect(feed.status().map(({ name, lanes }) => [name, lanes])).toEqual([
    ['process@own', undefined],
    ['process', { behind: undefined }],
  ]);
  // Before it begins to read, nothing is wrong.
  expect([topics?.connected, topics?.alive]).toEqual([true, true]);
});

it('with topics, one that a single process runs at a time takes everything from Kafka, also own streams', () => {
  const { feed, hub } = open({ ...KAFKA, ...TOPICS });
  const held: HeldConsumer = {
    ...{ name: 'publisher', streams: [''], lanedStreams: ['invoice-', 'customer-'] },
    ...{ handOverMs: 1_000, keepUpMs: 1_000 },
    start: () => Promise.reject(new Error('it has lanes')),
    handle: () => Promise.reject(new Error('it has lanes')),
    hold: async () => undefined,
  };
  feed.follow(held, ['invoice-']);
  expect(hub.status()).toEqual([]);
  // While another process has it, this one reads nothing, and nothing is wrong.
  expect(feed.status()).toMatchObject([{ name: 'publisher', failures: 0, lanes: { behind: 0 } }]);
});

it('back on the feed it passes over what its lanes have taken', () => {
  const { feed, hub } = open(KAFKA, new TakenByLanes(new Map([['process@stamping/1', readPosition(5n)]]), 3));
  expect(feed).not.toBe(hub);
  feed.follow(process(), ['invoice-']);
  expect(hub.status().map(({ name }) => name)).toEqual(['process']);
});
