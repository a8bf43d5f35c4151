import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { usersProjection } from '#apps/gateway/src/read-models/users';
import { gatewayService } from '#apps/gateway/src/service';
import { eventStoreMigrations, PostgresEventStore } from '#event-store';
import { compareWithFold } from '#eventing';
import { createPool, migrate, migrationsOf, platformMigrations } from '#hosting';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** A database as the release before leaves it, in which each user has one key. */
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { applicationName: 'test', max: 2 });
  await migrate(database.url, [...eventStoreMigrations, ...platformMigrations]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('users keep their key, by the id that its event gave it', async () => {
  const store = new PostgresEventStore(pool);
  const at = '2026-11-21T17:02:47.470Z';
  for (const [id, keyId] of [
    ['a'.repeat(24), 'k1'],
    ['b'.repeat(24), 'k2'],
  ] as const) {
    const key = { id: keyId, hash: `hash of ${keyId}`, first_12: 'sk_user_aaaa' };
    const data = { email: 'ana@example.com', full_name: 'Ana', key, at };
    const metadata = {
      organizationId: id,
      livemode: false,
      commandId: id,
      correlationId: 'c',
      actor: 'test',
    };
    await store.append(`user-${id}`, -1, [{ id: randomUUID(), type: 'UserCreated', data }], metadata);
    await pool.query(
      `INSERT INTO gateway.users (id, revision, created_at, email, full_name, key_hash, key_first_12)
       VALUES ($1, 0, $2, $3, $4, $5, $6)`,
      [id, at, data.email, data.full_name, key.hash, key.first_12],
    );
  }
  await migrate(database.url, migrationsOf([gatewayService]));
  const { rows } = await pool.query('SELECT keys, key_hashes FROM gateway.users ORDER BY id');
  expect(rows[1]).toEqual({
    keys: [{ id: 'k2', hash: 'hash of k2', first_12: 'sk_user_aaaa', created_at: at }],
    key_hashes: ['hash of k2'],
  });
  // As if it had been built by today's projection.
  expect(await compareWithFold({ pool, store, projection: usersProjection })).toEqual([]);
});
