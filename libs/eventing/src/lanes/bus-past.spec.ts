import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { CommandTimeout, InProcessBus } from '#bus';
import { partitionOf } from '#bus/kafka/partitioner';
import { until } from '#bus/testing/until';
import { EventTooNew, liftEvent } from '#event-store';
import { notingBus, type Sent } from '../streams/testing/noting-bus.js';
import { BusPast } from './bus-past.js';
import { servePast } from './serve-past.js';
import { MemoryFeed } from './testing/memory-feed.js';

const PARTITIONS = 3;
const STREAM = 'petition-1';
const PARTITION = partitionOf(STREAM, PARTITIONS);
const never = new AbortController().signal;
const lift = (event: StreamEvent): StreamEvent => liftEvent(event, {});

let store: MemoryFeed;
let bus: InProcessBus;
beforeEach(() => {
  [store, bus] = [new MemoryFeed(), new InProcessBus()];
  servePast({ bus, store, owns: ['petition-', 'petitions-', 'product-'] });
});

const sent: Sent[] = [];
beforeEach(() => void (sent.length = 0));
const past = (over: Partial<ConstructorParameters<typeof BusPast>[0]> = {}): BusPast =>
  new BusPast({ bus: notingBus(bus, sent), partitions: async () => PARTITIONS, lift, ...over });
const read = (signal = never, limit = 10) => past().read('petition', PARTITION, 0n, limit, signal);

describe('a question about the past', () => {
  it('is sent to the line that owns the streams, of no organization, each time under another id', async () => {
    store.append(STREAM, { n: 1 });
    expect(await read()).toEqual(expect.objectContaining({ looked: 2n, end: true }));
    await read();
    await past().read('product', 1, 0n, 10, never);
    expect(sent.map(({ command }) => [command.type, command.key])).toEqual([
      ['cancellation.read-past', `petition/${PARTITION}`],
      ['cancellation.read-past', `petition/${PARTITION}`],
      ['products.read-past', 'product/1'],
    ]);
    expect(new Set(sent.map(({ command }) => command.id)).size).toBe(3);
    for (const { command, options } of sent) {
      // Live's time is the only one that no Test clock moves.
      expect(command.tenant).toEqual({ organizationId: '', livemode: true });
      expect(options?.isQuestion).toBe(true);
    }
  });

  it('is answered from what is stored when it is asked, and never from an earlier answer', async () => {
    for (let n = 1; n <= 3; n += 1) {
      store.append(STREAM, { n });
      expect((await read()).events).toHaveLength(n);
    }
  });

  it('fails where the owner does not answer in time; one that comes late answers no later question', async () => {
    let answer = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (answer = resolve));
    store.before = () => isHeld;
    store.append(STREAM, { n: 1 });
    const asking = past({ timeoutMs: 5 });
    await expect(asking.read('petition', PARTITION, 0n, 10, never)).rejects.toThrow(CommandTimeout);
    store.append(STREAM, { n: 2 });
    store.before = async () => undefined;
    const again = read();
    answer();
    expect((await again).events).toHaveLength(2);
  });

  it('fails where no process of the owner is there, and where its store fails', async () => {
    const lonely = past({ bus: new InProcessBus() });
    await expect(lonely.read('petition', 0, 0n, 10, never)).rejects.toThrow('nothing handles');
    store.before = () => Promise.reject(new Error('the store is away'));
    await expect(read()).rejects.toThrow('the store is away');
  });

  it('comes back with nothing where nobody waits any more, also from an owner that is away', async () => {
    store.append(STREAM, { n: 1 });
    store.before = () => new Promise(() => undefined);
    const leaving = new AbortController();
    const waiting = read(leaving.signal);
    await until(() => store.reads === 1);
    leaving.abort();
    expect(await waiting).toEqual({ events: [], looked: 0n, end: false });
  });

  it('fails where the owner knows the streams under another name, and where nobody does', async () => {
    const other = new InProcessBus();
    servePast({ bus: other, store, owns: ['petitions-'] });
    const asking = past({ bus: other });
    await expect(asking.read('petition', 0, 0n, 10, never)).rejects.toThrow('owns the streams of petition');
    await expect(past().read('toll', 0, 0n, 10, never)).rejects.toThrow('no service is known');
  });

  it('gets no page larger than the owner likes, and one event at least', async () => {
    store.append(STREAM, ...Array.from({ length: 1_200 }, (_, n) => ({ n })));
    expect((await read(never, 50_000)).events).toHaveLength(1_000);
    expect((await read(never, -1)).events).toHaveLength(1);
  });
});

describe('an event of another version than the asking program knows', () => {
  it('is lifted where it is older', async () => {
    store.append(STREAM, { total: 1 });
    const upcasters = { Happened: [(data: { total: number }) => ({ amount: data.total })] };
    const asking = past({ lift: (event) => liftEvent(event, upcasters) });
    const { events } = await asking.read('petition', PARTITION, 0n, 10, never);
    expect(events).toMatchObject([{ type: 'Happened', data: { amount: 1 }, position: 2n }]);
  });

  it('fails the page where it is newer, until the program is updated', async () => {
    store.append(STREAM, { n: 1 }, { n: 2 });
    store.retype('Happened@2');
    await expect(read()).rejects.toThrow(EventTooNew);
  });
});

describe('the owner', () => {
  it('reads two pages at a time, however many are asked for', async () => {
    let [working, most] = [0, 0];
    store.before = async () => {
      most = Math.max(most, (working += 1));
      await new Promise(setImmediate);
      working -= 1;
    };
    store.append(STREAM, { n: 1 });
    const asked = ['petition', 'petitions', 'product'].flatMap((aggregate) =>
      [0, 1, 2].map((partition) => past().read(aggregate, partition, 0n, 10, never)),
    );
    await Promise.all(asked);
    expect([most, sent.length]).toEqual([2, 9]);
  });

  it('answers for each line of its streams alone', () => {
    expect(bus.serves('cancellation.read-past') && bus.serves('products.read-past')).toBe(true);
    expect(bus.serves('invoicing.read-past')).toBe(false);
  });
});
