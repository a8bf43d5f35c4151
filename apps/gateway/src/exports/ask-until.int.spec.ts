import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '#bus/testing/until';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { askUntil } from './ask-until.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The rows of a query, for a reader. */
const queryUntil = async (text: string, signal: AbortSignal): Promise<unknown[]> =>
  (await askUntil(pool, signal, (client) => client.query<{ one: number }>(text))).rows;

const SLOW = 'SELECT pg_sleep(600)';
const running = async (): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND query = $1 AND state = $2`,
    [SLOW, 'active'],
  );
  return rows[0]?.count ?? 0;
};

describe('a query whose reader may go away', () => {
  it('gives its rows', async () =>
    expect(await queryUntil('SELECT 1 AS one', new AbortController().signal)).toEqual([{ one: 1 }]));

  it('is canceled in the database once its reader is gone, and leaves no connection that is', async () => {
    const reader = new AbortController();
    const answer = queryUntil(SLOW, reader.signal);
    const outcome = answer.then(
      () => 'rows',
      (error: Error) => error.name,
    );
    await until(async () => (await running()) === 1);
    reader.abort();
    expect(await outcome).toBe('AbortError');
    // It looks twice a second.
    await until(async () => (await running()) === 0);
    for (let query = 0; query < 8; query += 1)
      expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is not asked for a reader who is gone already, and tells of its own errors', async () => {
    await expect(queryUntil(SLOW, AbortSignal.abort())).rejects.toThrow(/abort/);
    await expect(queryUntil('SELECT nothing', new AbortController().signal)).rejects.toThrow(/nothing/);
    expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
  });
});
