import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { CustomerNames1763700000012, invoicingMigrations } from './invoicing.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(
    database.url,
    invoicingMigrations.filter((migration) => migration !== CustomerNames1763700000012),
  );
  pool = createPool(database.url, { applicationName: 'test', max: 2, onIdleError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rows = async (columns: string): Promise<unknown[]> =>
  (await pool.query({ text: `SELECT ${columns} FROM invoicing.invoices ORDER BY id`, rowMode: 'array' }))
    .rows;

it('takes the customer out of the searched text of invoices that are there, and can put it back', async () => {
  const before = [
    ['1', 'universidad robotica\ntaza\ncafe'],
    ['2', 'taza\nplato'],
    ['3', 'universidad robotica'],
    ['4', ''],
  ];
  const customers = ['URE180429TM6', null, 'URE180429TM6', null];
  for (const [n, [id, search]] of before.entries())
    await pool.query(
      `INSERT INTO invoicing.invoices (id, revision, organization_id, livemode, status, hidden, type, issuer_type, total,
         customer_tax_id, cancellation_status, created_at, sort_at, search, doc)
       VALUES ($1, 1, 'o', false, 'valid', false, 'I', 'issuing', 1, $3, 'none', now(), now(), $2, '{}')`,
      [id, search, customers[n]],
    );
  const migration = new CustomerNames1763700000012();
  const runner = { query: (sql: string) => pool.query(sql) } as unknown as QueryRunner;
  await migration.up(runner);
  expect(await rows('customer_search, search')).toEqual([
    ['universidad robotica', 'taza\ncafe'],
    [null, 'taza\nplato'],
    ['universidad robotica', ''],
    [null, ''],
  ]);
  expect((await pool.query('SELECT * FROM invoicing.customer_names')).rows).toEqual([
    { organization_id: 'o', livemode: false, customer_search: 'universidad robotica' },
  ]);
  await migration.down(runner);
  expect(await rows('id, search')).toEqual(
    before.map(([id, search]) => [id, id === '3' ? `${search}\n` : search]),
  );
});
