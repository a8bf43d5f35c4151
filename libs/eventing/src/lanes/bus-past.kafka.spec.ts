import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { systemNow } from '#kernel';
import { CommandTimeout, GRACE_MS } from '#bus';
import { readDeadLetters } from '#bus/kafka/dead-letters';
import { KafkaBus, type KafkaBusOptions } from '#bus/kafka/kafka-bus';
import { partitionOf } from '#bus/kafka/partitioner';
import { kafkaClient, type KafkaSettings } from '#bus/kafka/settings';
import { freshCluster, silent } from '#bus/kafka/testing/cluster';
import { deadLettersTopic } from '#bus/kafka/topics';
import { until } from '#bus/testing/until';
import { messageSealing } from '#hosting/runtime/bus';
import { BusPast } from './bus-past.js';
import { PAST_PARTITIONS, pastContract } from './past-contract.js';
import { servePast } from './serve-past.js';
import { MemoryFeed } from './testing/memory-feed.js';

const OWNS = ['petition-', 'petitions-'] as const;
const STREAM = 'petition-1';
const PARTITION = partitionOf(STREAM, PAST_PARTITIONS);
const never = new AbortController().signal;

const sealing = messageSealing([randomBytes(32)]);
const openBus = (settings: KafkaSettings, over: Partial<KafkaBusOptions> = {}): Promise<KafkaBus> =>
  KafkaBus.open({ settings, log: silent, sealing, ...over });
const pastOver = (bus: KafkaBus, timeoutMs = 30_000): BusPast =>
  new BusPast({ bus, partitions: () => PAST_PARTITIONS, lift: (event) => event, timeoutMs });

pastContract('BusPast over Kafka', async (bounds) => {
  const { settings } = await freshCluster(['cancellation']);
  const [store, owner, asker] = [new MemoryFeed(), await openBus(settings), await openBus(settings)];
  servePast({ bus: owner, store, owns: OWNS, bounds });
  await Promise.all([owner.start(), asker.start()]);
  return {
    past: pastOver(asker),
    append: async (stream, ...data) => store.append(stream, ...data),
    dispose: async () => void (await Promise.all([owner.stop(), asker.stop()])),
  };
});

describe('an owner of streams', () => {
  let settings: KafkaSettings;
  let store: MemoryFeed;
  let asker: KafkaBus;
  /** What PostgreSQL's clock is ahead of the machine's. */
  let aheadMs: number;
  const buses: KafkaBus[] = [];
  const clock = {
    read: () => systemNow().getTime() + aheadMs,
    ask: async () => systemNow().getTime() + aheadMs,
  };
  const open = async (over: Partial<KafkaBusOptions> = {}): Promise<KafkaBus> => {
    const bus = await openBus(settings, { clock, ...over });
    buses.push(bus);
    return bus;
  };
  const own = async (over: Partial<KafkaBusOptions> = {}): Promise<KafkaBus> => {
    const bus = await open(over);
    servePast({ bus, store, owns: OWNS });
    await bus.start();
    return bus;
  };
  const read = (bus = asker, timeoutMs?: number, signal = never) =>
    pastOver(bus, timeoutMs).read('petition', PARTITION, 0n, 10, signal);

  beforeEach(async () => {
    ({ settings } = await freshCluster(['cancellation']));
    [store, aheadMs] = [new MemoryFeed(), 0];
    store.append(STREAM, { n: 1 });
    asker = await open();
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.stop()));
  });

  it('that is away answers later questions when it is there again, and works on none that nobody waits for', async () => {
    await expect(read(asker, 2_000)).rejects.toThrow(CommandTimeout);
    aheadMs = 2_000 + GRACE_MS + 1_000;
    const outcomes = {
      look: async ({ expires = Infinity }) => ({ kind: expires < clock.read() ? 'expired' : 'new' }) as const,
      refuse: () => Promise.reject(new Error('nothing is refused')),
      sweep: async () => undefined,
    };
    await own({ outcomes });
    store.append(STREAM, { n: 2 });
    expect((await read()).events).toHaveLength(2);
    expect(store.reads).toBe(1);
  });

  it('that is away holds up nobody who stops to wait', async () => {
    const leaving = new AbortController();
    const waiting = read(asker, 60_000, leaving.signal);
    await until(() => asker.status().pending === 1);
    leaving.abort();
    expect(await waiting).toEqual({ events: [], looked: 0n, end: false });
    expect(asker.status().pending).toBe(0);
  });

  it('whose store fails says so at once, and buries no question', async () => {
    const owner = await own();
    store.before = () => Promise.reject(new Error('the store is away'));
    await expect(read()).rejects.toThrow('the store is away');
    expect([store.reads, owner.status().retried]).toEqual([1, 0]);
    expect(
      await readDeadLetters(kafkaClient(settings, 'test', silent), deadLettersTopic(settings.prefix)),
    ).toEqual([]);
  });

  it('tells nothing to who has not the key of the bus', async () => {
    const owner = await own();
    const stranger = await open({ sealing: messageSealing([randomBytes(32)]) });
    const asking = read(stranger, 5_000);
    await expect(asking).rejects.toThrow(CommandTimeout);
    await until(() => owner.status().deadLettered === 1);
    expect(store.reads).toBe(0);
    expect((await read()).events).toHaveLength(1);
  });
});
