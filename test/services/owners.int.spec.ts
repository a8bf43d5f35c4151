import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { eventStoreMigrations } from '#event-store';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createPool, migrate, platformMigrations } from '#hosting';
import { ReadModelsHaveAnOwner1763700000130 } from '#hosting/owners/schemas';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { applicationName: 'test', max: 2 });
  await migrate(database.url, [
    ...eventStoreMigrations,
    ...platformMigrations.slice(0, platformMigrations.indexOf(ReadModelsHaveAnOwner1763700000130)),
  ]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A customer with the fields that there were then, in the order in which the release before wrote them. */
const fields = {
  ...{ legal_name: 'ÑANDÚ "SA"', tax_id: 'URE180429TM6', tax_system: '601', email: null, phone: null },
  default_invoice_use: null,
  address: {
    ...{ street: 'Uno\n2', exterior: null, interior: null, neighborhood: null, city: null },
    ...{ municipality: null, zip: '06000', state: null, country: 'MEX' },
  },
  ...{ curp: null, external_id: 'e' },
};
const fingerprint = 'a'.repeat(64);
const INSERT = `
  INSERT INTO customers.customers (id, revision, organization_id, livemode, created_at, search, fingerprint, doc)
  VALUES ($1, 3, 'o', true, now(), '', $2, $3)`;

it('moves what the API reads with its rows, and lets the release before go on by the old names', async () => {
  const doc = JSON.stringify({ id: 'c', created_at: 'x', ...fields, edit_link: null });
  await pool.query(INSERT, ['c', fingerprint, doc]);
  await pool.query(`INSERT INTO platform.checkpoints (name, position) VALUES ('customers.customers', 42)`);
  const migration = new ReadModelsHaveAnOwner1763700000130();
  const runner = { query: (sql: string) => pool.query(sql) } as unknown as QueryRunner;
  await migration.up(runner);

  const { rows: moved } = await pool.query('SELECT id, doc::text FROM gateway.customers');
  expect(moved).toEqual([{ id: 'c', doc }]);
  // As the projection wrote it then, to the byte.
  const { rows: twins } = await pool.query(
    'SELECT id, revision, fingerprint, fields::text FROM customers.twins',
  );
  expect(twins).toEqual([{ id: 'c', revision: 3, fingerprint, fields: JSON.stringify(fields) }]);
  const { rows: checkpoints } = await pool.query(
    'SELECT name, position FROM platform.checkpoints ORDER BY 1',
  );
  expect(checkpoints).toEqual(
    ['customers.customers', 'customers.twins'].map((name) => ({ name, position: '42' })),
  );

  // As a projection of the release before writes.
  const again = `${INSERT} ON CONFLICT (id) DO UPDATE SET revision = excluded.revision + 1 RETURNING id`;
  await pool.query(again, ['c', 'f', doc]);
  await pool.query(again, ['d', 'f', doc]);
  const { rows: written } = await pool.query('SELECT id, revision FROM gateway.customers ORDER BY id');
  expect(written).toEqual([
    { id: 'c', revision: 4 },
    { id: 'd', revision: 3 },
  ]);

  await migration.down(runner);
  expect((await pool.query('SELECT id FROM customers.customers ORDER BY id')).rows).toHaveLength(2);
});
