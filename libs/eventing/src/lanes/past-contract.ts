import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, type Position } from '#kernel';
import type { PlacedEvent } from '#bus';
import { partitionOf } from '#bus/kafka/partitioner';
import type { Past, PastPage } from './past.js';
import type { PageBounds } from './store-past.js';

/** How many partitions the topics of the contract have. */
export const PAST_PARTITIONS = 3;

/** A store, and the past as it is told of it. */
export interface PastBench {
  readonly past: Past;
  /** Stores events, one for each piece of data. */
  append(streamId: string, ...data: readonly unknown[]): Promise<void>;
  dispose(): Promise<void>;
}

const never = new AbortController().signal;
/** Streams of the aggregate on the partition. */
const streamsOn = (aggregate: string, partition: number, count: number): string[] =>
  Array.from({ length: 400 }, (_, n) => `${aggregate}-${n}`)
    .filter((stream) => partitionOf(stream, PAST_PARTITIONS) === partition)
    .slice(0, count);
const numbersOf = (events: readonly PlacedEvent[]): unknown[] =>
  events.map(({ data }) => (data as { readonly n?: number }).n);

/**
 * What every adapter of the port Past must do.
 *
 * @param open with these bounds for a page
 */
export function pastContract(name: string, open: (bounds: PageBounds) => Promise<PastBench>): void {
  describe(`${name} keeps the contract of the past`, () => {
    let bench: PastBench;
    const begin = async (bounds: Partial<PageBounds> = {}): Promise<void> => {
      await bench.dispose();
      bench = await open({ bytes: 1_000_000, ms: 60_000, ...bounds });
    };
    beforeEach(async () => void (bench = await open({ bytes: 1_000_000, ms: 60_000 })));
    afterEach(() => bench.dispose());

    /** All pages from a position to the end, each of which gets further. */
    async function readPages(
      aggregate: string,
      partition: number,
      limit = 100,
      after: Position = START,
    ): Promise<PastPage[]> {
      const pages: PastPage[] = [];
      for (let looked = after; ;) {
        const page = await bench.past.read(aggregate, partition, looked, limit, never);
        expect(page.events.length).toBeLessThanOrEqual(limit);
        for (const { position } of page.events) {
          expect(position > looked && position <= page.looked).toBe(true);
          looked = position;
        }
        pages.push(page);
        if (page.end) return pages;
        expect(page.looked > (pages.at(-2)?.looked ?? after)).toBe(true);
        looked = page.looked;
      }
    }
    const eventsIn = (pages: readonly PastPage[]): PlacedEvent[] => pages.flatMap(({ events }) => events);

    it('tells the events of a partition alone, in their order, in pages of any size', async () => {
      const own: number[] = [];
      for (let n = 0; n < 120; n += 1) {
        const stream = n % 3 === 0 ? `petition-${n % 40}` : `petitions-${n % 40}`;
        await bench.append(stream, { n });
        if (n % 3 === 0 && partitionOf(stream, PAST_PARTITIONS) === 2) own.push(n);
      }
      expect(own.length).toBeGreaterThan(5);
      for (const limit of [1, 4, own.length, 500])
        expect(numbersOf(eventsIn(await readPages('petition', 2, limit)))).toEqual(own);
      const [first] = await readPages('petition', 2, 3);
      const rest = await readPages('petition', 2, 3, first?.looked);
      expect(numbersOf(eventsIn(rest))).toEqual(own.slice(3));
    });

    it('tells an event as it was stored', async () => {
      const [stream = ''] = streamsOn('petition', 0, 1);
      const data = { n: 1, nested: ['ñ', 1.5, null, { at: '2026-01-01' }] };
      await bench.append(stream, { n: 0 }, data);
      const [first, second] = eventsIn(await readPages('petition', 0));
      expect(first?.revision).toBe(0);
      expect(second).toMatchObject({
        ...{ streamId: stream, revision: 1, type: 'Happened', data },
        metadata: { livemode: false, commandId: 'command-1', actor: 'key:test' },
      });
      expect(second?.id).toMatch(/^[\da-f-]{36}$/);
      expect(second?.recordedAt.toISOString()).toMatch(/^20/);
    });

    it('says that it is the end where there is nothing', async () => {
      expect(await readPages('petition', 1)).toEqual([{ events: [], looked: 0n, end: true }]);
      const [stream = '', other = ''] = streamsOn('petition', 1, 2);
      await bench.append(stream, { n: 1 });
      await bench.append(other, { n: 2 });
      const last = (await readPages('petition', 1)).at(-1);
      expect(numbersOf(last?.events ?? [])).toEqual([1, 2]);
      const after = last?.looked ?? 0n;
      expect(await readPages('petition', 1, 5, after)).toEqual([{ events: [], looked: after, end: true }]);
    });

    it('tells how far it has looked where a page would take long: it may be empty then', async () => {
      await begin({ ms: -1 });
      const [stream = ''] = streamsOn('petition', 0, 1);
      const crowd = Array.from({ length: 3_000 }, () => ({ n: 0 }));
      await bench.append(stream, { n: 1 });
      for (let batch = 0; batch < 2; batch += 1) {
        await bench.append(`petitions-${batch}`, ...crowd);
        await bench.append(`mail-${batch}`, ...crowd);
      }
      await bench.append(stream, { n: 2 });
      const pages = await readPages('petition', 0);
      expect(pages.length).toBeGreaterThan(1);
      expect(numbersOf(eventsIn(pages))).toEqual([1, 2]);
      // The last page is the end because of what was looked at, and not because of a page more.
      expect(pages.at(-1)?.events).toHaveLength(1);
    });

    it('ends a page early where events are large, and tells one of any size', async () => {
      const [stream = ''] = streamsOn('petition', 2, 1);
      const sizes = [400_000, 400_000, 400_000, 5_000_000, 10, 10, 990_000, 400_000];
      for (const [n, size] of sizes.entries()) await bench.append(stream, { n, text: 'x'.repeat(size) });
      const pages = await readPages('petition', 2);
      expect(pages.map(({ events }) => numbersOf(events))).toEqual([[0, 1], [2], [3], [4, 5, 6], [7]]);
      const texts = eventsIn(pages).map(({ data }) => (data as { readonly text: string }).text.length);
      expect(texts).toEqual(sizes);
    });

    it('comes to an end while others append, and has all that was stored when it was asked', async () => {
      const streams = streamsOn('petition', 1, 5);
      let [stored, told, ends] = [0, 0, 0];
      let looked: Position = START;
      while (ends < 20) {
        const before = stored;
        const reading = bench.past.read('petition', 1, looked, 20, never);
        for (let more = 0; more < 5; more += 1, stored += 1) {
          await bench.append(streams[stored % streams.length] ?? '', { n: stored });
          await bench.append('mail-1', { n: stored });
        }
        const page = await reading;
        for (const number of numbersOf(page.events)) expect(number).toBe(told++);
        ({ looked } = page);
        if (!page.end) continue;
        expect(told).toBeGreaterThanOrEqual(before);
        ends += 1;
      }
    });

    it('comes back where nobody waits any more', async () => {
      await bench.append(streamsOn('petition', 0, 1)[0] ?? '', { n: 1 });
      const page = await bench.past.read('petition', 0, 0n, 5, AbortSignal.abort());
      expect(page.events.length).toBeLessThanOrEqual(1);
    });
  });
}
