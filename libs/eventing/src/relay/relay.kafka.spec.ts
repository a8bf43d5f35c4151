import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { START, type Position } from '#kernel';
import { decodeEvent, positionIn, previousIn, type PlacedEvent } from '#bus/kafka/domain/codec';
import { domainTopic, domainTopics } from '#bus/kafka/domain/topics';
import { kafkaClient, type KafkaSettings } from '#bus/kafka/settings';
import { OwnBroker } from '#bus/kafka/testing/broker';
import { ensureTopics } from '#bus/kafka/topics';
import { until } from '#bus/testing/until';
import { messageSealing } from '#hosting/runtime/bus';
import { event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { LONG_MS, OWN, Streams } from '#hosting/testing/relay';
import { FeedHub } from '../feed/feed-hub.js';
import { KafkaDomainWriter } from './kafka-writer.js';
import { Relay } from './relay.js';
import { findRelayed } from './shards.js';

const sealing = messageSealing([randomBytes(32)]);
const stops: (() => Promise<unknown>)[] = [];
let bench: Bench;
let broker: OwnBroker;

beforeAll(async () => {
  [bench, broker] = await Promise.all([openBench(), OwnBroker.start()]);
});
afterAll(() => Promise.all([bench.dispose(), broker.remove()]));
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** Reads as a follower does: what is not above the last position of its partition is passed over. */
class Reader {
  readonly streams = new Map<string, PlacedEvent[]>();
  messages = 0;
  /** Messages that name another event before them than the last one that was taken. */
  readonly misnamed: Position[] = [];
  private readonly places = new Map<string, Position>();

  async start(settings: KafkaSettings): Promise<void> {
    const consumer = kafkaClient(settings, 'reader', silent).consumer({
      ...{ groupId: 'reader', maxWaitTimeInMs: 100, retry: { initialRetryTime: 100, retries: 50 } },
    });
    await consumer.connect();
    stops.push(() => consumer.disconnect());
    const topics = ['invoice', 'retention'].map((aggregate) => domainTopic(settings.prefix, aggregate));
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, partition, message }) => {
        this.messages += 1;
        const position = positionIn(message.headers) ?? START;
        const lane = `${topic}/${partition}`;
        const place = this.places.get(lane) ?? START;
        if (position <= place) return;
        if (previousIn(message.headers) !== place) this.misnamed.push(position);
        this.places.set(lane, position);
        const read = await decodeEvent(message, sealing);
        expect(message.key?.toString()).toBe(read.streamId);
        this.streams.set(read.streamId, [...(this.streams.get(read.streamId) ?? []), read]);
      },
    });
  }

  get count(): number {
    return [...this.streams.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

async function startProcess(settings: KafkaSettings): Promise<FeedHub> {
  const { pool, store } = bench.another();
  const writer = new KafkaDomainWriter(settings, ['invoice', 'retention'], silent);
  const hub = new FeedHub({ store, log: silent, pollMs: 20 });
  for (const index of [0, 1, 2]) {
    const shard = { service: 'invoicing', index, of: 3 };
    const parts = { pool, store, log: silent, writer, sealing, leaseMs: LONG_MS };
    hub.follow(new Relay({ ...parts, shard, streams: OWN }));
  }
  await hub.start();
  stops.push(() => hub.stop().then(() => writer.close()));
  return hub;
}

it('on a real Kafka, two processes relay every event once in order, large ones too, and a broker that dies loses none', async () => {
  const prefix = `r${randomBytes(4).toString('hex')}`;
  const settings: KafkaSettings = { brokers: [broker.address], prefix, tls: undefined, sasl: undefined };
  const admin = kafkaClient(settings, 'test', silent).admin();
  await admin.connect();
  await ensureTopics(admin, domainTopics(prefix, 6, OWN));
  await admin.disconnect();
  const streams = new Streams(bench.store);
  await streams.append(200);
  const [first] = await Promise.all([startProcess(settings), startProcess(settings)]);
  const reader = new Reader();
  await reader.start(settings);
  const allRead = async () => until(async () => reader.count === (await streams.countOwn()), 90_000);
  await allRead();
  expect(reader.messages).toBe(reader.count);

  // Random, so that compressing does not help: more than a request holds, each.
  const large = Array.from({ length: 3 }, () =>
    event('Large', { text: randomBytes(5_000_000).toString('base64') }),
  );
  await bench.store.append('invoice-large', -1, large, metadata);
  await until(() => reader.streams.get('invoice-large')?.length === 3, 90_000);
  expect(reader.streams.get('invoice-large')).toEqual(await bench.store.read('invoice-large'));
  reader.streams.delete('invoice-large');

  await broker.stop('KILL');
  await streams.append(200);
  await until(() => first.status().some(({ failures }) => failures > 0), 90_000);
  await broker.restart();
  await allRead();
  expect(reader.streams).toEqual(await streams.own());
  const newest = await bench.store.head();
  await streams.append(24);
  await until(async () => ((await findRelayed(bench.pool, 'invoicing')) ?? 0n) > newest);
  await allRead();
  expect(reader.streams).toEqual(await streams.own());
  expect(reader.misnamed).toEqual([]);
});
