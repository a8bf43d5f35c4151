import { createHash } from 'node:crypto';
import { START, writePosition, type Position } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import { StartupError } from '../../postgres/startup-error.js';

const AT_ONCE = 500;

type Feed = Pick<EventStore, 'readFeed'>;

/** The events of a store after a position, in batches. `name`: of the store, for people. */
export async function* batchesOf(
  name: string,
  store: Feed,
  after: Position = START,
  atOnce = AT_ONCE,
): AsyncGenerator<RecordedEvent[]> {
  for (let from = after; ;) {
    const events = await store.readFeed(from, atOnce).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartupError(
        `The events of ${name} can't be read after position ${writePosition(from)}: ${reason}`,
      );
    });
    const last = events.at(-1);
    if (!last) return;
    yield events;
    from = last.position;
  }
}

/** The same, one by one. */
export async function* eventsOf(
  name: string,
  store: Feed,
  after: Position = START,
  atOnce = AT_ONCE,
): AsyncGenerator<RecordedEvent, void> {
  for await (const events of batchesOf(name, store, after, atOnce)) yield* events;
}

/** A hash of all that readers see of an event but its position, which is another in each store. */
export function hashOf({ streamId, revision, id, type, recordedAt, metadata, data }: RecordedEvent): string {
  // The stores give the members of metadata in orders of their own; those of data are in the order of the writer.
  const sorted = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = [streamId, revision, id, type, recordedAt.toISOString(), sorted, data];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
