import { describe, expect, it } from '@jest/globals';
import type { Position } from '#kernel';
import { happened, metadata, newStream, type StoreUnderTest } from './contract-parts.js';
import { NO_STREAM, type EventStore, type RecordedEvent } from './port.js';

const WRITERS = 32;
const ROUNDS = 12;

/** The part of the contract that only shows with many writers at one time. */
export function concurrencyContract(tested: () => StoreUnderTest): void {
  describe('with many writers', () => {
    it('the feed never shows an event at or below a position that a reader has seen', async () => {
      const { store, twin } = tested();
      const start = await store.head();
      const shared = Array.from({ length: 4 }, newStream);
      const stores = [store, twin];
      const writing = Promise.all(
        Array.from({ length: WRITERS }, (_, writer) =>
          write(stores[writer % 2] ?? store, writer, shared[writer % shared.length] ?? ''),
        ),
      );
      let finished = false;
      const readers = [store, twin].map((reader, index) =>
        follow(reader, start, 7 + index * 93, () => finished),
      );
      await writing;
      finished = true;
      const views = await Promise.all(readers);

      const feed = await store.readFeed(start, 100_000);
      expect(feed).toHaveLength(WRITERS * ROUNDS * 3);
      const positions = feed.map(({ position }) => position);
      for (const view of views) expect(view.map(({ position }) => position)).toEqual(positions);
      expectStreamsInOrder(feed);
    }, 300_000);

    it('every append is answered, no matter how its caller waits', async () => {
      // A writer that comes back in the very turn in which a batch ends must not be forgotten.
      const { store } = tested();
      const append = () => store.append(newStream(), NO_STREAM, [happened()], metadata);
      const deep = async (levels: number): Promise<unknown> =>
        levels === 0 ? await append() : await deep(levels - 1);
      for (let levels = 0; levels < 12; levels += 1) {
        await deep(levels);
        await deep(levels);
      }
    });
  });
}

/** Appends to a stream of its own and, against others, to a shared one. */
async function write(store: EventStore, writer: number, shared: string): Promise<void> {
  const own = newStream();
  let revision = NO_STREAM;
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await store.append(own, revision, [happened(writer), happened(round)], metadata);
    if (outcome.kind === 'conflict') throw new Error('nobody else writes this stream');
    revision = outcome.revision;
    let expected = NO_STREAM;
    for (;;) {
      const attempt = await store.append(shared, expected, [happened({ writer, round })], metadata);
      if (attempt.kind === 'appended') break;
      expected = attempt.actualRevision;
    }
  }
}

/** Reads on from where it stands, as a projection does, until everything is written and read. */
async function follow(
  store: EventStore,
  start: Position,
  limit: number,
  finished: () => boolean,
): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  for (;;) {
    const last = finished();
    const events = await store.readFeed(seen.at(-1)?.position ?? start, limit);
    if (events.length === 0 && last) return seen;
    seen.push(...events);
  }
}

function expectStreamsInOrder(feed: readonly RecordedEvent[]): void {
  const revisions = new Map<string, number>();
  for (const { streamId, revision } of feed) {
    expect(revision).toBe((revisions.get(streamId) ?? -1) + 1);
    revisions.set(streamId, revision);
  }
}
