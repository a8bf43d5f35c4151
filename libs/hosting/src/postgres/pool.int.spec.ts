import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createPool } from './pool.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('a connection that is lost while somebody has it fails what they ask next, and ends nothing else', async () => {
  const pool = createPool(database.url, { applicationName: 'test', max: 2 });
  try {
    const client = await pool.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const lost = new Promise((resolve) => client.once('end', () => resolve(undefined)));
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    // Its error is emitted before; no listener here handles it.
    await lost;
    const commit = client.query('COMMIT');
    await expect(commit.finally(() => client.release())).rejects.toThrow();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
  }
});
