import { START, type Position } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import { createPool } from '#hosting';
import type { EventStoreChoice } from '#hosting/config/event-store';
import { openEventStore } from '#hosting/runtime/event-store';
import type { Json } from './app.js';

const EVENTS_AT_A_TIME = 1_000;

/** Every event, in the order of the feed. */
export async function readEvents(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after: Position = START; ;) {
    const some = await store.readFeed(after, EVENTS_AT_A_TIME);
    if (some.length === 0) return events;
    events.push(...some);
    after = some.at(-1)?.position ?? after;
  }
}

/** An event as a test looks at it: data are of many shapes. */
export interface SeenEvent extends Omit<RecordedEvent, 'data'> {
  readonly data: Json;
}

/** Opens the store of an installation beside the processes that use it: the test's own way to its events, wherever they are. */
export async function withEventStore<T>(
  databaseUrl: string,
  choice: EventStoreChoice,
  work: (store: EventStore) => Promise<T>,
): Promise<T> {
  const pool = createPool(databaseUrl, {
    ...{ max: 2, applicationName: 'timbra-test-events', onIdleError: () => undefined },
  });
  try {
    const { store } = await openEventStore(choice, { rows: pool, events: pool });
    return await work(store).finally(() => store.close());
  } finally {
    await pool.end();
  }
}
