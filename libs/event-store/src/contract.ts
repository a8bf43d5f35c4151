import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { concurrencyContract } from './contract-concurrency.js';
import { happened, metadata, newStream, type StoreUnderTest } from './contract-parts.js';
import { NO_STREAM, type AppendedPage, type EventStore } from './port.js';

/** What every adapter of the event store port must do. Run it in a spec of the adapter. */
export function eventStoreContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the event store contract`, () => {
    let tested: StoreUnderTest;
    let store: EventStore;
    beforeAll(async () => {
      tested = await make();
      store = tested.store;
    });
    afterAll(() => tested.dispose());

    describe('a stream', () => {
      it('returns the appended events in order, with place and metadata', async () => {
        const stream = newStream();
        const events = [happened({ n: 1, amount: '12.340000' }), happened({ n: 2 }, 'ThingEnded')];
        const outcome = await store.append(stream, NO_STREAM, events, metadata);
        expect(outcome).toMatchObject({ kind: 'appended', revision: 1 });
        const recorded = await store.read(stream);
        expect(recorded).toMatchObject(
          events.map((event, revision) => ({ ...event, streamId: stream, revision, metadata })),
        );
        expect(recorded[0]?.recordedAt).toBeInstanceOf(Date);
        expect(recorded[1]?.position).toBe(outcome.kind === 'appended' && outcome.position);
        expect(recorded[0]!.position < recorded[1]!.position).toBe(true);
      });

      it('is empty while it does not exist', async () => {
        expect(await store.read(newStream())).toEqual([]);
      });

      it('is read from a revision on', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, [happened(), happened(), happened()], metadata);
        expect((await store.read(stream, 1)).map(({ revision }) => revision)).toEqual([1, 2]);
        expect(await store.read(stream, 3)).toEqual([]);
      });

      it('is read up to a revision', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, [happened(), happened(), happened()], metadata);
        const read = async (from: number, to: number): Promise<number[]> =>
          (await store.read(stream, from, to)).map(({ revision }) => revision);
        expect([await read(0, 1), await read(1, 1), await read(1, 9)]).toEqual([[0, 1], [1], [1, 2]]);
        expect([await read(2, 1), await read(3, 9)]).toEqual([[], []]);
      });

      it('keeps each append’s own metadata', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, [happened()], metadata);
        const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
        const other = { ...metadata, commandId: 'command-2', livemode: true, traceparent };
        await store.append(stream, 0, [happened()], other);
        expect((await store.read(stream)).map((event) => event.metadata)).toEqual([metadata, other]);
      });

      it('is seen by another instance as soon as the append is answered', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, [happened()], metadata);
        expect(await tested.twin.read(stream)).toHaveLength(1);
      });
    });

    describe('the expected revision', () => {
      it('conflicts with NO_STREAM on a stream that exists, and tells where it stands', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, [happened(), happened()], metadata);
        const outcome = await store.append(stream, NO_STREAM, [happened()], metadata);
        expect(outcome).toEqual({ kind: 'conflict', actualRevision: 1 });
        expect(await store.read(stream)).toHaveLength(2);
      });

      it.each([1, 7])('conflicts when it lies ahead of the stream (%d)', async (ahead) => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, [happened()], metadata);
        expect(await store.append(stream, ahead, [happened()], metadata)).toEqual({
          kind: 'conflict',
          actualRevision: 0,
        });
      });

      it('conflicts on a stream that does not exist', async () => {
        const outcome = await store.append(newStream(), 0, [happened()], metadata);
        expect(outcome).toEqual({ kind: 'conflict', actualRevision: NO_STREAM });
      });

      it('lets one of two writers through', async () => {
        const stream = newStream();
        const outcomes = await Promise.all([
          store.append(stream, NO_STREAM, [happened('a')], metadata),
          tested.twin.append(stream, NO_STREAM, [happened('b')], metadata),
          store.append(stream, NO_STREAM, [happened('c')], metadata),
        ]);
        expect(outcomes.filter(({ kind }) => kind === 'appended')).toHaveLength(1);
        expect(await store.read(stream)).toHaveLength(1);
      });
    });

    describe('a repeated append', () => {
      it('changes nothing and answers as the first time, also after more events followed', async () => {
        const stream = newStream();
        const events = [happened(), happened()];
        const first = await store.append(stream, NO_STREAM, events, metadata);
        expect(await tested.twin.append(stream, NO_STREAM, events, metadata)).toEqual(first);
        await store.append(stream, 1, [happened()], metadata);
        expect(await store.append(stream, NO_STREAM, events, metadata)).toEqual(first);
        expect(await store.read(stream)).toHaveLength(3);
      });

      it('is a conflict when a part of it is new, or stands elsewhere', async () => {
        const stream = newStream();
        const [a, b] = [happened(), happened()];
        await store.append(stream, NO_STREAM, [a, b], metadata);
        const conflict = { kind: 'conflict', actualRevision: 1 };
        expect(await store.append(stream, NO_STREAM, [a, b, happened()], metadata)).toEqual(conflict);
        expect(await store.append(stream, NO_STREAM, [b, a], metadata)).toEqual(conflict);
        expect(await store.append(stream, 0, [a], metadata)).toEqual(conflict);
      });
    });

    describe('what an append carries', () => {
      it('is refused as a whole when one event of it is bad', async () => {
        const stream = newStream();
        const bad = { ...happened(), id: 'not-a-uuid' };
        await expect(store.append(stream, NO_STREAM, [happened(), bad], metadata)).rejects.toThrow();
        expect(await store.read(stream)).toEqual([]);
      });

      it('is at least one event', async () => {
        await expect(store.append(newStream(), NO_STREAM, [], metadata)).rejects.toThrow(RangeError);
      });

      it('may be an event of 5000 items, some 3 MB', async () => {
        const stream = newStream();
        const items = Array.from({ length: 5_000 }, (_, line) => ({
          line,
          id: randomUUID(),
          description: `Concepto ${line} `.repeat(38),
          price: '1234.560000',
        }));
        const before = await store.head();
        await store.append(stream, NO_STREAM, [happened({ items })], metadata);
        const [event] = await tested.twin.read(stream);
        expect(JSON.stringify(event?.data).length).toBeGreaterThan(3_000_000);
        expect(event?.data).toEqual({ items });
        expect((await store.readFeed(before, 10))[0]?.data).toEqual({ items });
      });

      it('keeps every character, and numbers and nulls as they were', async () => {
        const stream = newStream();
        const data = {
          text: 'Ñandú “€” 𝔘𝔫𝔦 👩🏽‍💻 \u200f\ufeff\u2028\t\n\\ "quoted" \u0007',
          'clave ñ': [null, true, 0, -1.5, 1e21, '', [], {}],
        };
        await store.append(stream, NO_STREAM, [happened(data)], metadata);
        expect((await store.read(stream))[0]?.data).toEqual(data);
      });

      it.each([
        ['U+0000', 'a\u0000b'],
        ['half a surrogate pair', 'a\ud800b'],
      ])('may not hold %s, which no read model could store', async (_, text) => {
        const stream = newStream();
        await expect(store.append(stream, NO_STREAM, [happened({ text })], metadata)).rejects.toThrow();
        await expect(store.append(stream, NO_STREAM, [happened({ [text]: 1 })], metadata)).rejects.toThrow();
        expect(await store.read(stream)).toEqual([]);
      });

      it('does not fail its neighbours when it is bad', async () => {
        const streams = Array.from({ length: 10 }, newStream);
        const bad = newStream();
        const outcomes = await Promise.allSettled([
          ...streams.slice(0, 5).map((stream) => store.append(stream, NO_STREAM, [happened()], metadata)),
          store.append(bad, NO_STREAM, [{ ...happened(), id: 'not-a-uuid' }], metadata),
          ...streams.slice(5).map((stream) => store.append(stream, NO_STREAM, [happened()], metadata)),
        ]);
        expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
        for (const stream of streams) expect(await store.read(stream)).toHaveLength(1);
        expect(await store.read(bad)).toEqual([]);
      });
    });

    describe('the feed', () => {
      it('has every event once, in order of position, after the position asked for', async () => {
        const before = await store.head();
        const [a, b] = [newStream(), newStream()];
        await store.append(a, NO_STREAM, [happened(1), happened(2)], metadata);
        await store.append(b, NO_STREAM, [happened(3)], metadata);
        await store.append(a, 1, [happened(4)], metadata);
        const feed = await tested.twin.readFeed(before, 100);
        expect(feed.map(({ data }) => data)).toEqual([1, 2, 3, 4]);
        expect(feed.at(-1)?.position).toBe(await store.head());
        expect(await store.readFeed(feed[1]!.position, 1)).toEqual([feed[2]]);
        expect(await store.readFeed(feed[3]!.position, 100)).toEqual([]);
      });

      it('is read by the streams that somebody follows, past those of others', async () => {
        const before = await store.head();
        const [own, other] = [`own-${randomUUID()}`, `other-${randomUUID()}`];
        await store.append(own, NO_STREAM, [happened(1), happened(2)], metadata);
        await store.append(other, NO_STREAM, [happened(3), happened(4)], metadata);
        await store.append(own, 1, [happened(5)], metadata);
        await store.append(other, 1, [happened(6)], metadata);
        const head = await store.head();
        /** Page by page, until a page says that it is the end. */
        const readAll = async (prefixes: readonly string[], limit: number) => {
          const read: unknown[] = [];
          for (let at = before; ;) {
            const { events, looked } = await tested.twin.readFeedOf(prefixes, at, limit);
            expect(events.length).toBeLessThanOrEqual(limit);
            expect(events.every(({ position }) => position > at && position <= looked)).toBe(true);
            read.push(...events.map(({ data }) => data));
            if (looked === at) return { read, at };
            expect(looked > at).toBe(true);
            at = looked;
          }
        };
        for (const limit of [1, 2, 100]) {
          expect(await readAll(['own-'], limit)).toEqual({ read: [1, 2, 5], at: head });
          expect(await readAll(['other-'], limit)).toEqual({ read: [3, 4, 6], at: head });
          expect(await readAll(['nobody-', 'own-', 'other-'], limit)).toEqual({
            read: [1, 2, 3, 4, 5, 6],
            at: head,
          });
          expect(await readAll([''], limit)).toEqual({ read: [1, 2, 3, 4, 5, 6], at: head });
          expect(await readAll(['nobody-'], limit)).toEqual({ read: [], at: head });
        }
        expect(await store.readFeedOf(['own-'], head, 100)).toEqual({ events: [], looked: head });
      });

      it('tells of what was appended, if at all, as the feed has it', async () => {
        const pages: AppendedPage[] = [];
        const leave = store.onAppended((_position, _streams, page) => page && pages.push(page));
        const [first, second] = [newStream(), newStream()];
        await Promise.all([
          store.append(first, NO_STREAM, [happened(), happened()], metadata),
          store.append(second, NO_STREAM, [happened()], { ...metadata, traceparent: '00-1-2-01' }),
          store.append(second, 5, [happened()], metadata),
        ]);
        await store.append(first, 1, [happened()], metadata);
        await new Promise(setImmediate);
        leave();
        for (const { after, events } of pages)
          expect(await store.readFeed(after, events.length)).toEqual(events);
      });

      it('calls back after appends, until the listener leaves', async () => {
        let calls = 0;
        const leave = store.onAppended(() => (calls += 1));
        await store.append(newStream(), NO_STREAM, [happened()], metadata);
        await store.read(newStream());
        expect(calls).toBe(1);
        leave();
        await store.append(newStream(), NO_STREAM, [happened()], metadata);
        await store.read(newStream());
        expect(calls).toBe(1);
      });
    });

    concurrencyContract(() => tested);
  });
}
