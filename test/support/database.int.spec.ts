import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '#hosting/postgres/pool';
import { freshDatabase, type TestDatabase } from './database.js';

describe('freshDatabase', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  beforeAll(async () => {
    first = await freshDatabase();
    second = await freshDatabase();
  });
  afterAll(async () => {
    await first.drop();
    await second.drop();
  });

  it('gives databases that share nothing', async () => {
    const one = createPool(first.url, { applicationName: 'test', max: 1 });
    const two = createPool(second.url, { applicationName: 'test', max: 1 });
    await one.query('create table only_here (id int)');
    const tables = `select count(*)::int as count from pg_tables where tablename = 'only_here'`;
    expect((await one.query(tables)).rows).toEqual([{ count: 1 }]);
    expect((await two.query(tables)).rows).toEqual([{ count: 0 }]);
    await Promise.all([one.end(), two.end()]);
  });

  it('gives a role that may create the extensions we use', async () => {
    const pool = createPool(first.url, { applicationName: 'test', max: 1 });
    for (const name of ['pg_trgm', 'unaccent', 'btree_gin']) await pool.query(`create extension ${name}`);
    const { rows } = await pool.query<{ similar: boolean; plain: string; lower: string }>(
      `select 'muñoz' % 'MUÑOZ' as similar, unaccent('Peñón') as plain, lower('ÁÑ') as lower`,
    );
    expect(rows).toEqual([{ similar: true, plain: 'Penon', lower: 'áñ' }]);
    await pool.end();
  });

  it('drops a database that is still in use', async () => {
    const database = await freshDatabase();
    const pool = createPool(database.url, { applicationName: 'test', max: 1, onIdleError: () => undefined });
    await pool.query('select 1');
    await database.drop();
    await expect(pool.query('select 1')).rejects.toThrow();
    await pool.end();
  });
});
