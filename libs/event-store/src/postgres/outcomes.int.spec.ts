import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { CommandRefused, refuse, type Delivered, type Delivery } from '#kernel';
import { createPool } from '#hosting/postgres/pool';
import { migrate } from '#hosting/runtime/migrate';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { outcomesContract } from '../contract-outcomes.js';
import { happened, metadata } from '../contract-parts.js';
import { eventStoreMigrations, guarded, NO_STREAM, PostgresEventStore, PostgresOutcomes } from '../index.js';

const streamsOf = ({ key }: Delivered): string[] => [`thing-${key}`, `other-${key}`];
const openPool = (url: string): pg.Pool =>
  createPool(url, { applicationName: 'test', max: 4, onIdleError: () => undefined });

async function open() {
  const database = await freshDatabase();
  await migrate(database.url, eventStoreMigrations);
  const pool = openPool(database.url);
  const inAnHour = async (): Promise<number> => {
    const { rows } = await pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000 + 3600000)::float8 AS ms',
    );
    return rows[0]!.ms;
  };
  const dispose = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  return { pool, inAnHour, dispose };
}

outcomesContract('PostgreSQL', async () => {
  const { pool, inAnHour, dispose } = await open();
  const outcomes = new PostgresOutcomes({ pool, streamsOf });
  return { outcomes, inAnHour, dispose, openStore: (delivery) => new PostgresEventStore(pool, delivery) };
});

outcomesContract('A store whose events are elsewhere', async () => {
  const { pool, inAnHour, dispose } = await open();
  const events = new PostgresEventStore(pool);
  const outcomes = new PostgresOutcomes({ pool, streamsOf, events });
  const openStore = (delivery: () => Delivery | undefined) => guarded(events, outcomes, delivery);
  return { outcomes, inAnHour, dispose, openStore };
});

describe('two processes that handle one command', () => {
  let database: TestDatabase;
  let pools: pg.Pool[];
  beforeAll(async () => {
    database = await freshDatabase();
    await migrate(database.url, eventStoreMigrations);
    pools = [openPool(database.url), openPool(database.url)];
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  });

  it('end with one outcome: refused and nothing stored, or stored and not refused', async () => {
    const tally = { refused: 0, appended: 0 };
    const outcomes = new PostgresOutcomes({ pool: pools[1]!, streamsOf });
    const race = async () => {
      const delivery: Delivery = {
        ...{ id: randomUUID(), type: 'things.do', key: randomUUID(), expires: undefined, settled: false },
      };
      const store = new PostgresEventStore(pools[0]!, () => delivery);
      const [appended, refused] = await Promise.allSettled([
        store.append(`thing-${delivery.key}`, NO_STREAM, [happened()], {
          ...metadata,
          commandId: delivery.id,
        }),
        outcomes.refuse({ ...delivery }, refuse('conflict')),
      ]);
      const stored = await store.read(`thing-${delivery.key}`);
      if (appended.status === 'fulfilled') {
        expect(refused).toMatchObject({ value: { kind: 'begun' } });
        expect(stored).toHaveLength(1);
        tally.appended += 1;
      } else {
        expect(appended.reason).toBeInstanceOf(CommandRefused);
        expect(refused).toMatchObject({ value: { kind: 'refused' } });
        expect(stored).toEqual([]);
        tally.refused += 1;
      }
    };
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, race));
    expect(tally.appended + tally.refused).toBe(200);
  });
});
