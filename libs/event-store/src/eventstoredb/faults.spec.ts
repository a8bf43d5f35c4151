import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition, START, type Position } from '#kernel';
import { ownMsOf } from '../../../../test/support/own-time.js';
import { happened, metadata, newStream } from '../contract-parts.js';
import { EVENT_STORE_AWAY } from '../away.js';
import { NO_STREAM, type RecordedEvent } from '../port.js';
import { Cluster, EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import type { Fault } from '../testing/eventstoredb/faults.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { noMemory } from './search-memory.js';

/** An attempt that is answered is never taken for one that is not, on a busy machine either: calls are counted. */
const quick = { attemptMs: 2_000, retryMs: 60_000 } as const;
const BEFORE: readonly Fault[] = ['unavailable', 'timeout-before', 'cut-before', 'silence-before'];
const AFTER: readonly Fault[] = ['timeout-after', 'cut-after', 'silence-after'];

describe('EventStoreDbEventStore, when calls fail', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDbEventStore;
  beforeEach(async () => {
    double = await EventStoreDbDouble.start();
    store = new EventStoreDbEventStore({ url: double.url, ...quick });
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  it.each([...BEFORE, ...AFTER])('an append goes through once after: %s', async (fault) => {
    const stream = newStream();
    double.faults.add('append', fault);
    const outcome = await store.append(stream, NO_STREAM, [happened(1), happened(2)], metadata);
    const recorded = await store.read(stream);
    expect(recorded.map(({ data }) => data)).toEqual([1, 2]);
    expect(outcome).toEqual({ kind: 'appended', revision: 1, position: recorded[1]?.position });
    expect(double.faults.calls.append).toBe(2);
  });

  it('an append of several tries that fail in different ways goes through once', async () => {
    const stream = newStream();
    double.faults.add('append', 'cut-after', 'unavailable', 'timeout-after', 'cut-before', { slowMs: 30 });
    await store.append(stream, NO_STREAM, [happened()], metadata);
    expect(await store.read(stream)).toHaveLength(1);
    expect(double.faults.calls.append).toBe(5);
  });

  it('finds the position itself where the answer has none', async () => {
    const stream = newStream();
    double.faults.add('append', 'cut-after', 'no-position');
    const outcome = await store.append(stream, NO_STREAM, [happened(), happened()], metadata);
    expect(outcome).toMatchObject({ position: (await store.read(stream))[1]?.position });
  });

  it('a conflict that somebody else caused between two tries is one', async () => {
    const stream = newStream();
    double.faults.add('append', 'unavailable');
    const other = new EventStoreDbEventStore({ url: double.url });
    const losing = store.append(stream, NO_STREAM, [happened('late')], metadata);
    double.log.append(`timbra.${stream}`, NO_STREAM, [
      {
        id: happened().id,
        type: 'Other',
        contentType: 'application/json',
        data: Buffer.from('1'),
        metadata: Buffer.from('{}'),
      },
    ]);
    expect(await losing).toEqual({ kind: 'conflict', actualRevision: 0 });
    await other.close();
  });

  it('gives up in time, with an error, when the server stays away; what is asked later works', async () => {
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()], metadata);
    await double.wire.down();
    const hasty = new EventStoreDbEventStore({ url: double.url, attemptMs: 1_000, retryMs: 1_000 });
    const took = await ownMsOf(async () => {
      await expect(hasty.append(stream, 0, [happened()], metadata)).rejects.toMatchObject({
        code: EVENT_STORE_AWAY,
      });
      await expect(hasty.read(stream)).rejects.toMatchObject({ code: EVENT_STORE_AWAY });
    });
    // Each by itself would be tried for fifteen seconds otherwise.
    expect(took).toBeLessThan(15_000);
    await double.wire.up();
    expect(await hasty.append(stream, 0, [happened()], metadata)).toMatchObject({ kind: 'appended' });
    await hasty.close();
  });

  it.each([...BEFORE, 'cut-after', 'silence-after'] as const)(
    'reads whole streams after: %s',
    async (fault) => {
      const stream = newStream();
      await store.append(stream, NO_STREAM, [happened(1), happened(2), happened(3)], metadata);
      double.faults.add('read', fault);
      expect((await store.read(stream)).map(({ data }) => data)).toEqual([1, 2, 3]);
      // A process that has not seen the events come asks for them.
      const newest = await store.head();
      const searched = { newest, stream: `timbra.${stream}`, looked: newest };
      const late = new EventStoreDbEventStore({
        ...{ url: double.url, ...quick },
        memory: { ...noMemory, load: async () => searched },
      });
      expect(await late.head()).toBe(newest);
      const asked = double.faults.calls.read;
      double.faults.add('read', fault);
      const feed: RecordedEvent[] = [];
      // What had come before an answer broke off is a page of its own.
      for (let after: Position = START; feed.length < 3;) {
        const page = await late.readFeedOf([''], after, 10);
        feed.push(...page.events);
        after = page.looked;
      }
      expect(feed.map(({ data }) => data)).toEqual([1, 2, 3]);
      expect(double.faults.calls.read).toBeGreaterThan(asked);
      await late.close();
    },
  );

  it('what is no passing failure is thrown at once', async () => {
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()], metadata);
    const calls = double.faults.calls.read;
    // No record begins there.
    await expect(store.readFeedOf([''], readPosition(999_999n), 10)).rejects.toMatchObject({ code: 2 });
    expect(double.faults.calls.read).toBe(calls + 1);
  });

  it('after close nothing is appended, and appends under way are waited for', async () => {
    const stream = newStream();
    double.faults.add('append', { slowMs: 50 });
    const appending = store.append(stream, NO_STREAM, [happened()], metadata);
    await store.close();
    expect(double.log.stream(`timbra.${stream}`)).toHaveLength(1);
    expect(await appending).toMatchObject({ kind: 'appended' });
    await expect(store.append(stream, 0, [happened()], metadata)).rejects.toThrow('closed');
  });

  it('survives a server that is killed and started again under load', async () => {
    const streams = Array.from({ length: 8 }, newStream);
    const positions: Position[] = [];
    let down = 0;
    const write = async (stream: string): Promise<void> => {
      for (let revision = NO_STREAM; revision < 39; revision += 1) {
        const outcome = await store.append(stream, revision, [happened(revision + 1)], metadata);
        if (outcome.kind === 'conflict') throw new Error('nobody else writes this stream');
        positions.push(outcome.position);
      }
    };
    let written = false;
    const writing = Promise.all(streams.map(write)).finally(() => (written = true));
    const killing = (async () => {
      while (positions.length < 300 && !written) {
        const before = positions.length;
        await double.wire.down();
        down += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        await double.wire.up();
        while (positions.length < Math.min(before + 60, 300) && !written) await new Promise(setImmediate);
      }
    })();
    await Promise.all([writing, killing]);
    expect(down).toBeGreaterThan(2);
    const feed = await store.readFeed(0n, 10_000);
    expect(feed).toHaveLength(320);
    expect(feed.map(({ position }) => position)).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
    for (const stream of streams)
      expect((await store.read(stream)).map(({ data }) => data)).toEqual(
        Array.from({ length: 40 }, (_, n) => n),
      );
  });
});

describe('EventStoreDbEventStore, on a cluster', () => {
  it.each([
    ['one node named', (ports: readonly number[]) => `127.0.0.1:${ports[0]}`],
    ['all nodes named', (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(',')],
  ])('follows the leader (%s)', async (_, hosts) => {
    const cluster = new Cluster();
    const first = await EventStoreDbDouble.start({ cluster });
    const second = await EventStoreDbDouble.start({ cluster, log: first.log });
    const url = `esdb://${hosts([first.wire.port, second.wire.port])}?tls=false`;
    const store = new EventStoreDbEventStore({ url, ...quick });
    const heard: Position[] = [];
    store.onAppended((position) => heard.push(position));
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened(1)], metadata);
    cluster.elect(1);
    await store.append(stream, 0, [happened(2)], metadata);
    expect(await store.read(stream)).toHaveLength(2);
    cluster.elect(0);
    expect((await store.readFeed(0n, 10)).map(({ data }) => data)).toEqual([1, 2]);
    const outcome = await store.append(stream, 1, [happened(3)], metadata);
    expect(heard.at(-1)).toBe(outcome.kind === 'appended' && outcome.position);
    await store.close();
    await Promise.all([first.stop(), second.stop()]);
  });
});
