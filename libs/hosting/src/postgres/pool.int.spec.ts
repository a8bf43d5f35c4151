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

it('a machine that is gone loses its sessions, and the locks of these, within seconds', async () => {
  const pool = createPool(database.url, { applicationName: 'test', max: 1 });
  try {
    const { rows } = await pool.query<{ name: string; setting: string; unix: boolean }>(
      `SELECT name, setting, inet_server_addr() IS NULL AS unix FROM pg_settings
       WHERE name LIKE 'tcp\\_%' AND name <> 'tcp_syn_retries' ORDER BY name`,
    );
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
    // A Unix socket has no other machine.
    const none = {
      tcp_keepalives_count: 0,
      tcp_keepalives_idle: 0,
      tcp_keepalives_interval: 0,
      tcp_user_timeout: 0,
    };
    const some = {
      tcp_keepalives_count: 3,
      tcp_keepalives_idle: 5,
      tcp_keepalives_interval: 2,
      tcp_user_timeout: 10_000,
    };
    expect(settings).toEqual(rows[0]?.unix ? none : some);
  } finally {
    await pool.end();
  }
});
