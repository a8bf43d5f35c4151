import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Position } from '#kernel';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM, type NewEvent } from '../port.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import type { Fault } from '../testing/eventstoredb/faults.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** One append of a writer: at the revision it knows or a wrong one, perhaps sent again right after. */
const attempt = fc.record({
  writer: fc.nat(3),
  stream: fc.nat(2),
  size: fc.integer({ min: 1, max: 3 }),
  off: fc.constantFrom(0, 0, 0, -1, 1),
  twice: fc.boolean(),
});
const fault = fc.constantFrom<Fault>('unavailable', 'timeout-before', 'timeout-after', 'cut-after', {
  slowMs: 2,
});

describe('EventStoreDbEventStore, with any writers and any faults', () => {
  let double: EventStoreDbDouble;
  let stores: EventStoreDbEventStore[];
  beforeAll(async () => {
    double = await EventStoreDbDouble.start();
    stores = Array.from({ length: 4 }, () => new EventStoreDbEventStore({ url: double.url }));
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await double.stop();
  });

  it('every acknowledged append is there once, at its place, in every view; nothing else is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(attempt, { minLength: 4, maxLength: 16 }),
        fc.array(fault, { maxLength: 3 }),
        async (attempts, faults) => {
          const streams = [newStream(), newStream(), newStream()];
          const known = new Map<string, number>();
          const said = new Map<
            string,
            { revision: number; position: Position; events: readonly NewEvent[] }[]
          >();
          const before = await stores[0]!.head();
          double.faults.add('append', ...faults);
          const run = async ({ writer, stream: index, size, off, twice }: (typeof attempts)[number]) => {
            const stream = streams[index]!;
            const expected = Math.max(NO_STREAM, (known.get(stream) ?? NO_STREAM) + off);
            const events = Array.from({ length: size }, () => happened({ writer }));
            const outcome = await stores[writer]!.append(stream, expected, events, metadata);
            if (outcome.kind === 'conflict') {
              known.set(stream, outcome.actualRevision);
              return;
            }
            expect(outcome.revision).toBe(expected + size);
            known.set(stream, Math.max(known.get(stream) ?? NO_STREAM, outcome.revision));
            said.set(stream, [...(said.get(stream) ?? []), { ...outcome, events }]);
            if (twice)
              expect(await stores[3 - writer]!.append(stream, expected, events, metadata)).toEqual(outcome);
          };
          // Each writer goes one by one; the writers run side by side.
          const writers = [0, 1, 2, 3].map((writer) => attempts.filter((one) => one.writer === writer));
          await Promise.all(
            writers.map(async (mine) => {
              for (const one of mine) await run(one);
            }),
          );
          const feed = await stores[1]!.readFeed(before, 1_000);
          for (const stream of streams) {
            const appends = (said.get(stream) ?? []).sort((a, b) => a.revision - b.revision);
            const recorded = await stores[2]!.read(stream);
            expect(recorded.map(({ id }) => id)).toEqual(
              appends.flatMap(({ events }) => events.map(({ id }) => id)),
            );
            expect(recorded.map(({ revision }) => revision)).toEqual(recorded.map((_, revision) => revision));
            for (const { revision, position } of appends) expect(recorded[revision]?.position).toBe(position);
            expect(feed.filter(({ streamId }) => streamId === stream)).toEqual(recorded);
          }
          expect(feed.every((event, n) => n === 0 || feed[n - 1]!.position < event.position)).toBe(true);
        },
      ),
      { numRuns: 25, seed: 1 },
    );
  });
});
