import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#event-store';
import type { StreamPageBounds } from './serve-streams.js';
import type { StreamReader } from './stream-reader.js';

/** A store, and streams as they are read from it. */
export interface StreamsBench {
  readonly reader: StreamReader;
  /** Stores events of a stream `petition-…` or `petitions-…`, one for each piece of data. */
  append(streamId: string, ...data: readonly unknown[]): Promise<void>;
  dispose(): Promise<void>;
}

const numbersOf = (events: readonly RecordedEvent[]): unknown[] =>
  events.map(({ data }) => (data as { readonly n?: number }).n);
const countTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/**
 * What every reader of streams must do, wherever they are stored.
 *
 * @param open with these bounds for a page, where there are pages
 */
export function streamsContract(
  name: string,
  open: (bounds: StreamPageBounds) => Promise<StreamsBench>,
): void {
  describe(`${name} keeps the contract of streams`, () => {
    let bench: StreamsBench;
    beforeEach(async () => void (bench = await open({ events: 7, bytes: 1_000_000 })));
    afterEach(() => bench.dispose());

    it('tells the events of one stream alone, in their order, whatever the pages hold', async () => {
      for (const n of countTo(24)) {
        await bench.append('petition-1', { n });
        await bench.append('petition-11', { n: -1 });
        await bench.append('petitions-1', { n: -1 });
      }
      const events = await bench.reader.read('petition-1');
      expect(numbersOf(events)).toEqual(countTo(24));
      expect(events.map(({ revision }) => revision)).toEqual(countTo(24));
      expect(events.every(({ streamId }) => streamId === 'petition-1')).toBe(true);
    });

    it('tells a stream from a revision on, and up to another one', async () => {
      await bench.append('petition-1', ...countTo(30).map((n) => ({ n })));
      const read = async (from?: number, to?: number): Promise<unknown[]> =>
        numbersOf(await bench.reader.read('petition-1', from, to));
      const ranges: readonly [from: number, to: number][] = [
        [0, 0],
        [0, 6],
        [0, 7],
        [3, 16],
        [7, 13],
        [13, 29],
        [29, 29],
      ];
      for (const [from, to] of ranges) expect(await read(from, to)).toEqual(countTo(to + 1).slice(from));
      expect(await read(22)).toEqual(countTo(30).slice(22));
      expect(await read(22, 500)).toEqual(countTo(30).slice(22));
      expect([await read(30), await read(31, 40), await read(5, 4)]).toEqual([[], [], []]);
    });

    it('tells nothing of a stream that does not exist', async () => {
      expect(await bench.reader.read('petition-404')).toEqual([]);
    });

    it('tells an event as it was stored', async () => {
      const data = { n: 1, nested: ['ñ', 1.5, null, { at: '2026-01-01' }] };
      await bench.append('petition-1', { n: 0 }, data);
      const [first, second] = await bench.reader.read('petition-1');
      expect(second).toMatchObject({
        ...{ streamId: 'petition-1', revision: 1, type: 'Happened', data },
        metadata: { livemode: false, commandId: 'command-1', actor: 'key:test' },
      });
      expect(second?.id).toMatch(/^[\da-f-]{36}$/);
      expect(second?.recordedAt.toISOString()).toMatch(/^20/);
      expect((second?.position ?? 0n) > (first?.position ?? 0n)).toBe(true);
    });

    it('tells events of any size', async () => {
      const sizes = [400_000, 400_000, 400_000, 5_000_000, 10, 10, 990_000, 400_000];
      for (const [n, size] of sizes.entries())
        await bench.append('petition-1', { n, text: 'x'.repeat(size) });
      const events = await bench.reader.read('petition-1');
      expect(events.map(({ data }) => (data as { readonly text: string }).text.length)).toEqual(sizes);
    });

    it('has what was stored before it was asked, and is read again each time', async () => {
      for (const n of countTo(9)) {
        await bench.append('petition-1', { n });
        expect(await bench.reader.read('petition-1')).toHaveLength(n + 1);
      }
    });

    it('tells whole streams to many who ask at one time', async () => {
      for (const n of countTo(20)) await bench.append(`petition-${n}`, ...countTo(16).map(() => ({ n })));
      const all = await Promise.all(countTo(20).map((n) => bench.reader.read(`petition-${n}`)));
      expect(all.map(numbersOf)).toEqual(countTo(20).map((n) => countTo(16).map(() => n)));
    });
  });
}
