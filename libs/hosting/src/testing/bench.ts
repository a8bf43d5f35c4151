import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import pino from 'pino';
import { follow, type AnyEventConsumer } from '#bus';
import type { Command } from '#contracts';
import { PostgresEventStore, type EventMetadata, type NewEvent, type RecordedEvent } from '#event-store';
import { filledDatabase } from '../../../../test/support/database.js';
import { placeAt } from '#eventing/feed/place';
import { createPool } from '../postgres/pool.js';
import { migrate } from '../runtime/migrate.js';
import { migrationsOf } from '../runtime/migrations.js';

/** A database with the schemas event_store and platform, for the specs of hosting and of its neighbours. */
export interface Bench {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: PostgresEventStore;
  /** A pool and a store of their own, as another process has them. */
  another(): { readonly pool: pg.Pool; readonly store: PostgresEventStore };
  dispose(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const database = await filledDatabase('platform', async (url) => {
    await migrate(url, migrationsOf([]));
  });
  const pools: pg.Pool[] = [];
  const another = (): { pool: pg.Pool; store: PostgresEventStore } => {
    const pool = createPool(database.url, { applicationName: 'test', max: 6, onIdleError: () => undefined });
    pools.push(pool);
    return { pool, store: new PostgresEventStore(pool) };
  };
  return {
    url: database.url,
    ...another(),
    another,
    async dispose() {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}

export const silent = pino({ level: 'silent' });

export const tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false };

export const envelope = (key: string, over: Partial<Command> = {}): Command => ({
  id: randomUUID(),
  type: 'test.Do',
  key,
  tenant,
  actor: 'key:test',
  correlationId: 'request-1',
  time: '2026-01-01T00:00:00.000Z',
  data: null,
  ...over,
});

export const metadata: EventMetadata = {
  ...tenant,
  commandId: 'command-1',
  correlationId: 'request-1',
  actor: 'key:test',
};

export const event = (type: string, data: unknown = {}): NewEvent => ({ id: randomUUID(), type, data });

/** Delivers a batch of the store's feed to a consumer, as FeedHub does: its own events of it, and the place behind it. */
export const deliver = (consumer: AnyEventConsumer, events: readonly RecordedEvent[]): Promise<void> =>
  consumer.handle(follow(consumer, events), placeAt(events.at(-1)?.position ?? 0n));
