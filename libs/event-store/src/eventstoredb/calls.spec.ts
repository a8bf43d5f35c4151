import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, type Position } from '#kernel';
import { until } from '#bus/testing/until';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM, type RecordedEvent } from '../port.js';
import { Cluster, EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

describe('EventStoreDbEventStore, by the calls that it makes', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDbEventStore;
  beforeEach(async () => {
    double = await EventStoreDbDouble.start();
    store = new EventStoreDbEventStore({ url: double.url });
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const appendMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => store.append(newStream(), NO_STREAM, [happened()], metadata)),
    );

  it('appends over one call, however many there are at once', async () => {
    const outcomes = await appendMany(100);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['appended']));
    await appendMany(100);
    expect(double.faults.calls.append).toBe(200);
    expect(double.appendCalls).toBe(1);
  });

  it('opens another one where the connection has ended, and where an append was not answered', async () => {
    await appendMany(1);
    double.faults.add('append', 'cut-before');
    await appendMany(20);
    const cut = double.appendCalls;
    expect(cut).toBeGreaterThan(1);
    const hasty = new EventStoreDbEventStore({ url: double.url, attemptMs: 2_000 });
    double.faults.add('append', 'silence-before');
    await hasty.append(newStream(), NO_STREAM, [happened()], metadata);
    expect(double.appendCalls).toBe(cut + 2);
    await hasty.close();
  });

  it('an append that is held up holds up no other', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    double.gates.add(() => gate);
    const held = store.append(newStream(), NO_STREAM, [happened('held')], metadata);
    await until(() => double.faults.calls.append === 1);
    double.gates.clear();
    expect(await appendMany(5)).toHaveLength(5);
    release();
    expect(await held).toMatchObject({ kind: 'appended' });
    expect(double.appendCalls).toBe(1);
  });

  it('follows the feed without asking the server for what the subscription brings, own events and others’', async () => {
    const other = new EventStoreDbEventStore({ url: double.url });
    const seen: RecordedEvent[] = [];
    let after: Position = await store.head();
    let reading = Promise.resolve();
    store.onAppended(() => {
      reading = reading.then(async () => {
        const page = await store.readFeedOf([''], after, 100);
        after = page.looked;
        seen.push(...page.events);
      });
    });
    await appendMany(1);
    await until(() => seen.length === 1);
    const asked = double.faults.calls.read;
    for (let n = 0; n < 20; n += 1)
      await (n % 2 ? other : store).append(newStream(), NO_STREAM, [happened(n)], metadata);
    await until(() => seen.length === 21);
    await reading;
    expect(seen.slice(1).map(({ data }) => data)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    // A tick of the clock may find nothing new yet, and ask.
    expect(double.faults.calls.read - asked).toBeLessThanOrEqual(5);
    await other.close();
  });

  it('has all events in order where the leader changes while they come', async () => {
    const cluster = new Cluster();
    const nodes = [
      await EventStoreDbDouble.start({ cluster }),
      await EventStoreDbDouble.start({ cluster, log: cluster.nodes[0]!.log }),
    ];
    const url = `esdb://${nodes.map(({ wire }) => `127.0.0.1:${wire.port}`).join(',')}?tls=false`;
    const many = new EventStoreDbEventStore({ url });
    many.onAppended(() => undefined);
    const data: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      if (n % 10 === 5) cluster.elect(1 - cluster.leader);
      await many.append(newStream(), NO_STREAM, [happened(n)], metadata);
      data.push(n);
    }
    const seen: unknown[] = [];
    for (let after: Position = START; seen.length < data.length;) {
      const page = await many.readFeedOf(['thing-'], after, 7);
      seen.push(...page.events.map((event) => event.data));
      after = page.looked;
    }
    expect(seen).toEqual(data);
    await many.close();
    for (const node of nodes) await node.stop();
  });
});
