import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createPool } from '#hosting/postgres/pool';
import { EVENT_FOLLOWS, LAZY_COMMIT } from './checkpoints.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const pool = createPool(database.url, { applicationName: 'test', max: 1 });
  // The tests' server waits for nothing: this database has its own setting, which differs.
  await pool.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = local', current_database()); END $$`,
  );
  await pool.end();
});
afterAll(() => database.drop());

/** What a commit waits for that says so. */
async function commits(how: string, eventsElsewhere: boolean): Promise<string> {
  const pool = createPool(database.url, { applicationName: 'test', max: 1, eventsElsewhere });
  try {
    const { rows } = await pool.query<{ mode: string }>(
      `SELECT name, ${how} AS mode FROM pg_settings WHERE name = 'port'`,
    );
    return rows[0]?.mode ?? '';
  } finally {
    await pool.end();
  }
}

it('what follows from the events never waits for the disk; what an event names does where events are elsewhere', async () => {
  expect(await Promise.all([false, true].map((elsewhere) => commits(LAZY_COMMIT, elsewhere)))).toEqual([
    ...['off', 'off'],
  ]);
  expect(await Promise.all([false, true].map((elsewhere) => commits(EVENT_FOLLOWS, elsewhere)))).toEqual([
    ...['off', 'local'],
  ]);
});
