import type pg from 'pg';
import { PostgresEventStore, type EventStore, type TakesOver } from '#event-store';
import type { EventStoreChoice } from '../../config/event-store.js';
import { StartupError } from '../../postgres/startup-error.js';
import type { NamedStore } from './compare.js';

/** A store as it is: its events are not lifted to their present shape. */
export type RawStore = EventStore & TakesOver;

/** A store, by what a database remembers it. */
export interface Opened extends NamedStore<RawStore> {
  readonly identity: string;
}

/** From where to where: what a move, and what was copied ahead, is known by. */
export const describeDirection = (from: Opened, to: Opened): string =>
  `from ${from.identity} to ${to.identity}`;

/** @throws {StartupError} it does not answer */
export async function openRawStore(choice: EventStoreChoice, pool: pg.Pool): Promise<NamedStore<RawStore>> {
  if (choice.kind === 'postgres') return { name: 'PostgreSQL', store: new PostgresEventStore(pool) };
  const { EventStoreDbEventStore } = await import('#event-store/eventstoredb/eventstoredb-event-store');
  const store = new EventStoreDbEventStore(choice);
  try {
    await store.head();
  } catch (error) {
    await store.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The EventStoreDB of EVENTSTOREDB_URL does not answer as it should: ${reason}`);
  }
  return { name: 'EventStoreDB', store };
}
