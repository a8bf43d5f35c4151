import type pg from 'pg';
import type { Delivered, Outcomes } from '#kernel';
import { currentDelivery, serviceOf } from '#bus';
import { streamsOfLine, upcasters } from '#contracts';
import { healCheckpoints, StoreIsBehind } from '#eventing';
import {
  guarded,
  type MissingGrant,
  type Notifications,
  PostgresEventStore,
  PostgresOutcomes,
  withVersions,
  type EventStore,
} from '#event-store';
import type { EventStoreChoice } from '../config/event-store.js';
import type { Logger } from '../logging/logger.js';
import { StartupError } from '../postgres/startup-error.js';
import { SearchedLog } from './searched-log.js';

/** Where the events are, and what became of commands. */
export interface OpenedStore {
  readonly store: EventStore;
  readonly outcomes: Outcomes;
}

/** The streams of a command's own aggregate. */
const streamsOf = ({ type, key }: Delivered): string[] =>
  streamsOfLine(serviceOf(type)).map((prefix) => prefix + key);

/**
 * Opens the event store that the configuration names, and makes sure that it answers and is the one that the
 * read models of this database follow. Its events are read in their present shape.
 * @throws {StartupError}
 */
export async function openEventStore(
  choice: EventStoreChoice,
  pools: {
    readonly rows: pg.Pool;
    readonly events: pg.Pool;
    /** Of the service's own database, where it has one: its checkpoints belong to the same store. */
    readonly own?: pg.Pool | undefined;
    readonly notifications?: Notifications | undefined;
    /** Told when the store goes away, and when it is back. */
    readonly log?: Pick<Logger, 'warn'>;
  },
): Promise<OpenedStore> {
  await followOnly(pools.rows, choice);
  if (pools.own) await followOnly(pools.own, choice);
  if (choice.kind === 'postgres') {
    const store = new PostgresEventStore(pools.events, currentDelivery, pools.notifications);
    return {
      store: withVersions(store, upcasters),
      outcomes: new PostgresOutcomes({ pool: pools.events, streamsOf }),
    };
  }
  // Loaded only where it is used: its client is large.
  const { EventStoreDbEventStore } = await import('#event-store/eventstoredb/eventstoredb-event-store');
  const { log } = pools;
  const store = new EventStoreDbEventStore({
    ...choice,
    memory: new SearchedLog(pools.rows, storeIdentity(choice)),
    onAway: (err) =>
      log?.warn({ err }, 'EventStoreDB does not answer: requests that need it get 503 until it is back'),
    onBack: (awayMs) => log?.warn({ awayMs }, 'EventStoreDB answers again'),
  });
  try {
    const missing = await store.missingGrant();
    if (missing) throw new StartupError(sentenceOn(missing));
    const outcomes = new PostgresOutcomes({ pool: pools.rows, streamsOf, events: store });
    return { store: withVersions(guarded(store, outcomes, currentDelivery), upcasters), outcomes };
  } catch (error) {
    await store.close();
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The EventStoreDB of EVENTSTOREDB_URL does not answer as it should: ${reason}`);
  }
}

const HOW = 'deploy/eventstoredb has the two calls that make the user and let it';

function sentenceOn(missing: MissingGrant): string {
  switch (missing.kind) {
    case 'unknown-user':
      return 'EventStoreDB does not know the user of EVENTSTOREDB_URL, or its password is another one.';
    case 'read-all':
      return `The user of EVENTSTOREDB_URL may not read $all: ${HOW}.`;
    case 'read':
      return `The user of EVENTSTOREDB_URL may not read streams that begin with "${missing.prefix}": ${HOW}.`;
    case 'append':
      return `The user of EVENTSTOREDB_URL may not append to streams that begin with "${missing.prefix}": ${HOW}.`;
  }
}

/**
 * Makes sure that every consumer can be read on for from where it is.
 * @throws {StartupError} the store has less than they have handled
 */
export async function findPlaces(pool: pg.Pool, store: EventStore, log: Logger): Promise<void> {
  try {
    await healCheckpoints(pool, store, log);
  } catch (error) {
    if (!(error instanceof StoreIsBehind)) throw error;
    throw new StartupError(
      'EventStoreDB lacks events that this database has handled already: it was restored from an older backup. Restore both from the same moment (docs/operations.md).',
    );
  }
}

/** What a database remembers its store by. */
export const storeIdentity = (choice: EventStoreChoice): string =>
  choice.kind === 'postgres' ? 'postgres' : `eventstoredb ${choice.prefix}`;

/**
 * Checkpoints are positions of one event store, and mean nothing in another: with the wrong one, read models
 * would leave events out unnoticed. So a database remembers its store.
 */
async function followOnly(pool: pg.Pool, choice: EventStoreChoice): Promise<void> {
  const identity = storeIdentity(choice);
  // Databases from before there was a choice follow the PostgreSQL store, once they follow anything.
  await pool.query(
    `INSERT INTO platform.followed_store (identity)
     SELECT CASE WHEN EXISTS (SELECT FROM platform.checkpoints WHERE position > 0) THEN 'postgres' ELSE $1 END
     ON CONFLICT DO NOTHING`,
    [identity],
  );
  const { rows } = await pool.query<{ identity: string }>('SELECT identity FROM platform.followed_store');
  const followed = rows[0]?.identity;
  if (followed !== identity)
    throw new StartupError(
      `This database belongs to the event store "${followed}", not "${identity}": set TIMBRA_EVENT_STORE and EVENTSTOREDB_PREFIX back, or move its events (docs/moving-stores.md).`,
    );
}
