import { START, type Position } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import { createPool, type Runtime } from '#hosting';
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

/** How often something happened in a stream. */
export const countEvents = async (store: EventStore, streamId: string, type: string): Promise<number> =>
  (await store.read(streamId)).filter((event) => event.type === type).length;

/** All that events of such streams say: for what must stand in none. */
export async function textOfEvents(store: EventStore, prefix = ''): Promise<string> {
  const events = (await readEvents(store)).filter(({ streamId }) => streamId.startsWith(prefix));
  return events.map(({ data, metadata }) => JSON.stringify([data, metadata])).join('\n');
}

/** Where a text stands in the open: tables of the database, and "events" wherever those are. For what must stand nowhere. */
export async function placesOf(
  text: string,
  { pool, store }: Pick<Runtime, 'pool' | 'store'>,
): Promise<string[]> {
  const places = (await textOfEvents(store)).includes(text) ? ['events'] : [];
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const found = await pool.query(`SELECT FROM ${name} AS r WHERE strpos(r::text, $1) > 0 LIMIT 1`, [text]);
    if (found.rowCount !== 0) places.push(name);
  }
  return places;
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
