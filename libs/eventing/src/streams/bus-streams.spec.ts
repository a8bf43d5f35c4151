import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { BusOverloaded, InProcessBus } from '#bus';
import { until } from '#bus/testing/until';
import { EventTooNew, liftEvent } from '#event-store';
import { isUnavailable } from '#hosting/load/unavailable';
import { MemoryFeed } from '../lanes/testing/memory-feed.js';
import { BusStreams, StreamOwnerAway } from './bus-streams.js';
import { serveStreams } from './serve-streams.js';
import { splitStreams } from './stream-reader.js';
import { notingBus, type Sent } from './testing/noting-bus.js';

const STREAM = 'petition-1';
const lift = (event: StreamEvent): StreamEvent => liftEvent(event, {});

let store: MemoryFeed;
let bus: InProcessBus;
beforeEach(() => {
  [store, bus] = [new MemoryFeed(), new InProcessBus()];
  serveStreams({ bus, store, owns: ['petition-', 'petitions-', 'product-'] });
});

const sent: Sent[] = [];
beforeEach(() => void (sent.length = 0));
const streams = (over: Partial<ConstructorParameters<typeof BusStreams>[0]> = {}): BusStreams =>
  new BusStreams({ bus: notingBus(bus, sent), lift, ...over });

describe('a question about a stream', () => {
  it('is sent to the line that owns it, of no organization, each time under another id', async () => {
    store.append(STREAM, { n: 1 });
    const reader = streams();
    for (const stream of [STREAM, STREAM, 'petitions-1', 'product-1']) await reader.read(stream);
    expect(sent.map(({ command }) => [command.type, command.key])).toEqual([
      ['cancellation.read-stream', STREAM],
      ['cancellation.read-stream', STREAM],
      ['cancellation.read-stream', 'petitions-1'],
      ['products.read-stream', 'product-1'],
    ]);
    expect(new Set(sent.map(({ command }) => command.id)).size).toBe(4);
    for (const { command, options } of sent) {
      expect(command.tenant).toEqual({ organizationId: '', livemode: true });
      expect(options?.isQuestion).toBe(true);
    }
  });

  it('asks for no more than is wanted, and no page twice', async () => {
    store.append(STREAM, ...Array.from({ length: 450 }, (_, n) => ({ n })));
    await streams().read(STREAM, 10, 20);
    await streams().read(STREAM);
    expect(sent.map(({ command }) => command.data)).toEqual([
      { stream: STREAM, from: 10, to: 20 },
      ...[0, 200, 400].map((from) => ({ stream: STREAM, from, to: null })),
    ]);
  });

  it('fails as what may be tried again where the owner does not answer, is not there, or has too much to do', async () => {
    store.before = () => new Promise(() => undefined);
    const overloaded = { send: () => Promise.reject(new BusOverloaded(1)) };
    for (const reader of [
      streams({ timeoutMs: 5 }),
      streams({ bus: new InProcessBus() }),
      streams({ bus: overloaded }),
    ]) {
      const failed = await reader.read(STREAM).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(StreamOwnerAway);
      expect(isUnavailable(failed)).toBe(true);
    }
  });

  it("fails with the fault of the owner's store, by which the caller knows that it is away", async () => {
    const away = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
    store.before = () => Promise.reject(away);
    const failed = await streams()
      .read(STREAM)
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'ECONNREFUSED' });
    expect(isUnavailable(failed)).toBe(true);
  });

  it('gives up where its turn does not come in time, and leaves the turn to the next one', async () => {
    store.append(STREAM, { n: 1 });
    let answer = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (answer = resolve));
    store.before = () => isHeld;
    const reader = streams({ timeoutMs: 50 });
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => reader.read(STREAM)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 'rejected'));
    expect(sent.length).toBeLessThan(20);
    answer();
    expect(await streams().read(STREAM)).toHaveLength(1);
  });

  it('fails for a stream that nobody owns, or that its owner does not know yet', async () => {
    const other = new InProcessBus();
    serveStreams({ bus: other, store, owns: ['petitions-'] });
    await expect(streams({ bus: other }).read(STREAM)).rejects.toThrow('owns the stream petition-1');
    await expect(streams().read('toll-1')).rejects.toThrow('no service is known');
  });
});

describe('an event of another version than the asking program knows', () => {
  it('is lifted where it is older, and fails the stream where it is newer', async () => {
    store.append(STREAM, { total: 1 });
    const upcasters = { Happened: [(data: { total: number }) => ({ amount: data.total })] };
    const asking = streams({ lift: (event) => liftEvent(event, upcasters) });
    expect(await asking.read(STREAM)).toMatchObject([{ data: { amount: 1 }, position: 2n }]);
    store.retype('Happened@2');
    await expect(streams().read(STREAM)).rejects.toThrow(EventTooNew);
  });
});

describe('how many questions there are at one time', () => {
  it('is few: of who asks, and of the owner who reads', async () => {
    let [reading, most] = [0, 0];
    const answers: (() => void)[] = [];
    store.before = async () => {
      most = Math.max(most, (reading += 1));
      await new Promise<void>((resolve) => answers.push(resolve));
      reading -= 1;
    };
    const reader = streams();
    const all = Promise.all(Array.from({ length: 30 }, (_, n) => reader.read(`petition-${n}`)));
    await until(() => reading === 4);
    expect(sent).toHaveLength(8);
    const answering = setInterval(() => answers.shift()?.(), 0);
    await all.finally(() => clearInterval(answering));
    expect([most, sent.length]).toEqual([4, 30]);
  });
});

describe('streams of one process', () => {
  it("come from its own store where they are its own, and are asked for where they are another's", async () => {
    const own = new MemoryFeed();
    own.append('invoice-1', { n: 1 });
    store.append(STREAM, { n: 1 }, { n: 2 });
    const reader = splitStreams({ store: own, owns: ['invoice-'], others: streams() });
    expect(await reader.read('invoice-1')).toHaveLength(1);
    expect(sent).toHaveLength(0);
    expect(await reader.read(STREAM, 1, 1)).toMatchObject([{ data: { n: 2 } }]);
    expect(own.reads).toBe(1);
  });
});
