import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { migrate } from '#hosting/runtime/migrate';
import { createPool } from '#hosting/postgres/pool';
import type pg from 'pg';
import { endOtherConnections, freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventStoreContract } from '../contract.js';
import { happened, metadata, newStream } from '../contract-parts.js';
import { eventStoreMigrations, NO_STREAM, PostgresEventStore } from '../index.js';

const openPool = (url: string, max = 4): pg.Pool =>
  createPool(url, { applicationName: 'test', max, onIdleError: () => undefined });

eventStoreContract('PostgresEventStore', async () => {
  const database = await freshDatabase();
  await migrate(database.url, eventStoreMigrations);
  const pools = [openPool(database.url), openPool(database.url)] as const;
  const [store, twin] = [new PostgresEventStore(pools[0]), new PostgresEventStore(pools[1])];
  return {
    store,
    twin,
    async dispose() {
      await Promise.all([store.close(), twin.close()]);
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
});

/** Who listens is told after who appended has gone on. */
const told = () => new Promise(setImmediate);

describe('PostgresEventStore', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: PostgresEventStore;
  beforeAll(async () => {
    database = await freshDatabase();
    await migrate(database.url, eventStoreMigrations);
    pool = openPool(database.url);
    store = new PostgresEventStore(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('commits the appends of one moment together', async () => {
    const transactions = async (): Promise<number> => {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(DISTINCT xmin::text)::int AS count FROM event_store.events',
      );
      return rows[0]?.count ?? 0;
    };
    const before = await transactions();
    await Promise.all(
      Array.from({ length: 200 }, () => store.append(newStream(), NO_STREAM, [happened()], metadata)),
    );
    expect((await transactions()) - before).toBeLessThanOrEqual(3);
  });

  it('decides on appends of one batch in their order', async () => {
    const stream = newStream();
    const outcomes = await Promise.all([
      store.append(stream, NO_STREAM, [happened()], metadata),
      store.append(stream, 0, [happened()], metadata),
      store.append(stream, 0, [happened()], metadata),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['appended', 'appended', 'conflict']);
  });

  it('hands over what it appended, but for rounds in which an append was not as expected', async () => {
    const pages: (readonly string[] | undefined)[] = [];
    await told();
    const leave = store.onAppended((_position, _streams, page) =>
      pages.push(page?.events.map(({ streamId }) => streamId)),
    );
    const [one, two] = [newStream(), newStream()];
    await Promise.all([
      store.append(one, NO_STREAM, [happened(), happened()], metadata),
      store.append(two, NO_STREAM, [happened()], metadata),
    ]);
    // Its revision is too high by one, or too low: neither is stored, what came with it is.
    for (const wrong of [2, NO_STREAM]) {
      const outcomes = await Promise.all([
        store.append(newStream(), NO_STREAM, [happened()], metadata),
        store.append(two, wrong, [happened()], metadata),
      ]);
      expect(outcomes).toMatchObject([{ kind: 'appended' }, { kind: 'conflict', actualRevision: 0 }]);
    }
    await store.append(two, 0, [happened()], metadata);
    await told();
    leave();
    expect(pages).toEqual([[one, one, two], undefined, undefined, [two]]);
  });

  it('hands over large events as they were appended', async () => {
    const pages: unknown[] = [];
    const leave = store.onAppended((_position, _streams, page) =>
      pages.push(page?.events.map(({ data }) => data)),
    );
    const large = { ...happened(), data: { text: 'ñ'.repeat(400_000) } };
    await store.append(newStream(), NO_STREAM, [large], metadata);
    await told();
    leave();
    expect(pages).toEqual([[large.data]]);
  });

  it('lets who appended go on before it tells who listens', async () => {
    const order: string[] = [];
    await told();
    const leave = store.onAppended(() => order.push('told'));
    await store.append(newStream(), NO_STREAM, [happened()], metadata).then(async () => {
      await Promise.resolve();
      order.push('appended');
    });
    await told();
    leave();
    expect(order).toEqual(['appended', 'told']);
  });

  it('continues after its connection was lost', async () => {
    await store.append(newStream(), NO_STREAM, [happened()], metadata);
    const killer = await pool.connect();
    await endOtherConnections(killer);
    killer.release();
    // The pool may hand out a connection that is dead already: that append fails, later ones do not.
    await store.append(newStream(), NO_STREAM, [happened()], metadata).catch(() => undefined);
    expect(await store.append(newStream(), NO_STREAM, [happened()], metadata)).toMatchObject({
      kind: 'appended',
    });
  });

  it('fails everything that waits at once when the database does not answer', async () => {
    const dead = createPool('postgresql://nobody:x@127.0.0.1:1/none', { applicationName: 'test', max: 1 });
    const queries = jest.spyOn(dead, 'query');
    const unreachable = new PostgresEventStore(dead);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => unreachable.append(newStream(), NO_STREAM, [happened()], metadata)),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    // Not one attempt, with its own wait for a connection, for each.
    expect(queries.mock.calls.length).toBeLessThanOrEqual(2);
    await unreachable.close();
    await dead.end();
  });

  it('close waits for appends under way', async () => {
    const stream = newStream();
    void store.append(stream, NO_STREAM, [happened()], metadata);
    await store.close();
    expect(await store.read(stream)).toHaveLength(1);
  });
});
