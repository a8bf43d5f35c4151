import { START } from '#kernel';
import type { EventStore } from '#event-store';
import { findMissing, type NamedContent, type NamedContents, type SharedPool } from '#eventing';

const BATCH = 500;

/**
 * Goes through all events that name documents, and tells of each that the content store does not have. A document that several events
 * name is told once for each service. Services may work meanwhile.
 * @param tell is called in the order of the events
 * @returns how many there are
 */
export async function findMissingDocuments(
  { pool, store }: { readonly pool: SharedPool; readonly store: EventStore },
  all: readonly NamedContents[],
  tell: (missing: NamedContent) => void,
): Promise<number> {
  let count = 0;
  for (const { streams, of } of all)
    for (let position = START; ;) {
      const { events, looked } = await store.readFeedOf(streams, position, BATCH);
      if (looked === position) break;
      for (const missing of await findMissing(pool, events.flatMap(of))) {
        tell(missing);
        count += 1;
      }
      position = looked;
    }
  return count;
}
