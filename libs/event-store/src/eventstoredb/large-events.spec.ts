import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, type Position } from '#kernel';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM } from '../port.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** Text that compression can't make smaller, except for the bits that base64 leaves unused. */
const noise = (bytes: number): string => randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64');

describe('EventStoreDbEventStore, with large events', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDbEventStore;
  beforeEach(async () => {
    double = await EventStoreDbDouble.start();
    store = new EventStoreDbEventStore({ url: double.url, attemptMs: 2_000, retryMs: 6_000 });
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const stored = (stream: string) => double.log.stream(`timbra.${stream}`);
  const contents = () => double.log.all.filter(({ stream }) => stream.startsWith('timbra:content-'));

  it('keeps small data as JSON, with metadata that the server’s projections understand', async () => {
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened({ a: 1 })], metadata);
    const [event] = stored(stream);
    expect(event?.contentType).toBe('application/json');
    expect(Buffer.from(event!.data).toString()).toBe('{"a":1}');
    expect(JSON.parse(Buffer.from(event!.metadata).toString())).toEqual({
      organizationId: metadata.organizationId,
      livemode: false,
      actor: metadata.actor,
      $correlationId: metadata.correlationId,
      $causationId: metadata.commandId,
    });
  });

  it('compresses what is larger, within the event', async () => {
    const stream = newStream();
    const data = { text: 'Concepto 1 '.repeat(200_000) };
    await store.append(stream, NO_STREAM, [happened(data)], metadata);
    expect(stored(stream)[0]?.data.length).toBeLessThan(50_000);
    expect(contents()).toHaveLength(0);
    expect((await store.read(stream))[0]?.data).toEqual(data);
  });

  it('puts outside what is still too large, before the event, and not into the feed', async () => {
    const stream = newStream();
    const before = await store.head();
    const data = { text: noise(3_000_000) };
    await store.append(stream, NO_STREAM, [happened(data), happened('small')], metadata);
    const parts = contents();
    expect(parts.length).toBeGreaterThan(2);
    expect(new Set(parts.map((part) => part.stream)).size).toBe(1);
    expect(parts.at(-1)!.position).toBeLessThan(stored(stream)[0]!.position);
    expect(stored(stream)[0]?.data.length).toBe(0);
    expect((await store.read(stream)).map((event) => event.data)).toEqual([data, 'small']);
    expect((await store.readFeed(before, 10)).map((event) => event.data)).toEqual([data]);
    expect(await store.head()).toBe(stored(stream)[1]?.position);
  });

  it('fits events into one append that would not fit together', async () => {
    const stream = newStream();
    const data = Array.from({ length: 9 }, () => noise(230_000));
    await store.append(
      stream,
      NO_STREAM,
      data.map((text) => happened(text)),
      metadata,
    );
    expect((await store.read(stream)).map((event) => event.data)).toEqual(data);
    // The feed gives them in batches of a bounded size.
    const seen: unknown[] = [];
    for (let after: Position = START; seen.length < 9;) {
      const batch = await store.readFeed(after, 100);
      expect(batch.length).toBeLessThan(9);
      seen.push(...batch.map((event) => event.data));
      after = batch.at(-1)!.position;
    }
    expect(seen).toEqual(data);
  });

  it('refuses an append of more events than fit, and appends none', async () => {
    const stream = newStream();
    const many = Array.from({ length: 10_000 }, (_, n) => happened(n));
    await expect(store.append(stream, NO_STREAM, many, metadata)).rejects.toThrow(RangeError);
    expect(stored(stream)).toHaveLength(0);
  });

  it('is stored once, no matter which of its appends is interrupted', async () => {
    const data = { text: noise(3_000_000) };
    for (let broken = 0; broken < 4; broken += 1) {
      const stream = newStream();
      const fine = Array.from({ length: broken }, () => ({ slowMs: 0 }));
      double.faults.add('append', ...fine, 'cut-after');
      await store.append(stream, NO_STREAM, [happened(data)], metadata);
      expect((await store.read(stream))[0]?.data).toEqual(data);
      expect(stored(stream)).toHaveLength(1);
    }
    // The same bytes are stored once, no matter how many events have them.
    expect(contents()).toHaveLength(3);
  });

  it('finishes what a process left that died between the parts and the event', async () => {
    const stream = newStream();
    const event = happened({ text: noise(3_000_000) });
    const dying = new EventStoreDbEventStore({ url: double.url, attemptMs: 10_000, retryMs: 0 });
    double.faults.add('append', { slowMs: 0 }, { slowMs: 0 }, 'cut-before');
    await expect(dying.append(stream, NO_STREAM, [event], metadata)).rejects.toThrow();
    expect(contents()).toHaveLength(2);
    expect(await store.readFeed(0n, 10)).toEqual([]);
    await store.append(stream, NO_STREAM, [event], metadata);
    expect((await store.read(stream))[0]?.data).toEqual(event.data);
    await dying.close();
  });
});
