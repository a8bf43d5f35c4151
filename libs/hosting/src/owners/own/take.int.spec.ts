import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { ensureRoles, roleOf, takeRoles } from '../roles.js';
import type { ServiceName } from '../services.js';
import { examineOwn, takeOwn, type OwnDatabase } from './take.js';

const MIGRATIONS = migrationsOf([]);

/** A service leaves the database that all share for one of its own. */
describe('a service with a database of its own', () => {
  let databases: readonly TestDatabase[];
  let shared: pg.Pool;
  let own: pg.Pool;
  let urls: { readonly url: string; readonly sharedUrl: string };
  beforeEach(async () => {
    databases = await Promise.all([freshDatabase(), freshDatabase(), freshDatabase()]);
    const [one, other] = databases;
    urls = { sharedUrl: one?.url ?? '', url: other?.url ?? '' };
    await migrate(urls.sharedUrl, MIGRATIONS);
    shared = createPool(urls.sharedUrl, { max: 2, applicationName: 'test' });
    own = createPool(urls.url, { max: 2, applicationName: 'test' });
    await shared.query(`
      INSERT INTO invoicing.folio_counters (organization_id, livemode, series, next)
      SELECT 'organization', true, 'S' || n, n FROM generate_series(1, 200) AS n`);
    await shared.query(`
      INSERT INTO platform.checkpoints (name, position) VALUES
      ('invoicing.matches', 7), ('invoicing.matches@invoice/2', 9), ('gateway.invoices', 8), ('invoicing.process', 6)`);
  });
  afterEach(async () => {
    await Promise.all([shared.end(), own.end()]);
    await Promise.all(databases.map((database) => database.drop()));
  });

  const ofService = (service: ServiceName = 'invoicing', over: Partial<OwnDatabase> = {}): OwnDatabase => ({
    ...{ service, ...urls, migrations: MIGRATIONS, consumers: ['invoicing.matches'] },
    ...over,
  });
  const COUNTERS = 'SELECT * FROM invoicing.folio_counters ORDER BY series';
  const rowsOf = async (pool: pg.Pool, sql: string): Promise<unknown[]> => (await pool.query(sql)).rows;

  it('takes over what it has, and where its consumers are, once, whichever process does it', async () => {
    const before = await rowsOf(shared, COUNTERS);
    await examineOwn(ofService());
    await Promise.all([takeOwn(ofService()), takeOwn(ofService()), takeOwn(ofService())]);
    expect(await rowsOf(own, COUNTERS)).toEqual(before);
    expect(await rowsOf(own, 'SELECT name, position FROM platform.checkpoints ORDER BY name')).toEqual([
      { name: 'invoicing.matches', position: '7' },
      { name: 'invoicing.matches@invoice/2', position: '9' },
    ]);
    await own.query(`UPDATE invoicing.folio_counters SET next = 1000 WHERE series = 'S1'`);
    await examineOwn(ofService());
    expect(await takeOwn(ofService())).toBe(0);
    expect(await rowsOf(own, `${COUNTERS} LIMIT 1`)).toMatchObject([{ next: '1000' }]);
  });

  it('finds each of its tables in one database alone: the other one refuses rows', async () => {
    await takeOwn(ofService());
    const refusal = { code: '55000', message: expect.stringContaining('are in another database') };
    const SHARED = `INSERT INTO platform.secrets (organization_id, name, sealed) VALUES ('o', 'n', '')`;
    await expect(own.query(SHARED)).rejects.toMatchObject(refusal);
    await shared.query(SHARED);
    for (const sql of [
      'UPDATE invoicing.folio_counters SET next = 5',
      'DELETE FROM invoicing.folio_counters',
    ]) {
      await expect(shared.query(sql)).rejects.toMatchObject(refusal);
      await own.query(sql);
    }
  });

  it('lets migrations write wherever they find the tables', async () => {
    await takeOwn(ofService());
    class Later1799999999999 {
      name = 'Later1799999999999';
      up = async (runner: { query(sql: string): Promise<unknown> }) =>
        void (await runner.query('UPDATE invoicing.folio_counters SET next = next + 1'));
      down = async () => undefined;
    }
    const migrations = [...MIGRATIONS, Later1799999999999];
    expect(await migrate(urls.sharedUrl, migrations)).toBe(1);
    expect(await takeOwn(ofService('invoicing', { migrations }))).toBe(1);
  });

  it('is not left by processes that know nothing of it', async () => {
    const old = createPool(urls.sharedUrl, { max: 1, applicationName: 'timbra-invoicing' });
    await old.query('SELECT 1');
    await expect(takeOwn(ofService())).rejects.toThrow('stop every process of invoicing first');
    expect(await rowsOf(shared, 'SELECT FROM platform.own_databases')).toEqual([]);
    await shared.query('UPDATE invoicing.folio_counters SET next = 77');
    await old.end();
    await takeOwn(ofService());
    expect(await rowsOf(own, `${COUNTERS} LIMIT 1`)).toMatchObject([{ next: '77' }]);
    await expect(takeRoles(shared, [{ name: 'invoicing' }], false)).rejects.toThrow(
      'invoicing has worked in a database of its own: set DATABASE_URL_INVOICING to it.',
    );
  });

  it('is taken again where a process died before the shared database knew', async () => {
    await takeOwn(ofService());
    // As that process leaves it: rows here, nothing there.
    await own.query('UPDATE timbra_own.database SET ready = false');
    await shared.query('DELETE FROM platform.own_databases');
    await shared.query('DROP TRIGGER timbra_elsewhere ON invoicing.folio_counters');
    await shared.query('UPDATE invoicing.folio_counters SET next = 78');
    await takeOwn(ofService());
    expect(await rowsOf(own, `${COUNTERS} LIMIT 1`)).toMatchObject([{ next: '78' }]);
  });

  it('is ready where a process died after that', async () => {
    await takeOwn(ofService());
    await own.query('UPDATE timbra_own.database SET ready = false');
    await own.query('UPDATE invoicing.folio_counters SET next = 79');
    await takeOwn(ofService());
    expect(await rowsOf(own, 'SELECT ready FROM timbra_own.database')).toEqual([{ ready: true }]);
    expect(await rowsOf(own, `${COUNTERS} LIMIT 1`)).toMatchObject([{ next: '79' }]);
  });

  describe('is refused in a sentence', () => {
    const examined = (over: Partial<OwnDatabase>, service: ServiceName = 'invoicing') =>
      expect(examineOwn(ofService(service, over))).rejects;
    const at = (change: (url: URL) => void): string => {
      const url = new URL(urls.url);
      change(url);
      return url.href;
    };

    it('where the database is the shared one, another service’s, or something else', async () => {
      await examined({ url: urls.sharedUrl }).toThrow(
        'DATABASE_URL_INVOICING names the database of DATABASE_URL: it must be another one.',
      );
      await own.query('CREATE TABLE shop (id int)');
      await examined({}).toThrow('The database of DATABASE_URL_INVOICING is not empty (public.shop)');
      await own.query('DROP TABLE shop');
      await takeOwn(ofService());
      await examined({}, 'customers').toThrow(
        'The database of DATABASE_URL_CUSTOMERS belongs to the service invoicing.',
      );
    });

    it('where it can’t be reached, before anything is installed', async () => {
      const nobody = at((url) => (url.username = 'nobody'));
      await examined({ url: nobody }).toThrow(/^The database of DATABASE_URL_INVOICING can't be used: /);
      const nowhere = at((url) => (url.pathname = '/not_there'));
      await examined({ url: nowhere }).toThrow(
        /DATABASE_URL_INVOICING can't be used: .*"not_there" does not/,
      );
      const closed = at((url) => (url.port = '1'));
      await examined({ url: closed }).toThrow(/DATABASE_URL_INVOICING can't be used: .*ECONNREFUSED/);
      expect(await rowsOf(own, `SELECT FROM pg_namespace WHERE nspname = 'platform'`)).toEqual([]);
    });

    it('where it is empty again, or another installation’s', async () => {
      await takeOwn(ofService());
      const another = databases[2]?.url ?? '';
      await expect(takeOwn(ofService('invoicing', { url: another }))).rejects.toThrow(
        'The database of DATABASE_URL_INVOICING is not the one that invoicing has worked with',
      );
      await shared.query('DELETE FROM platform.own_databases');
      await expect(takeOwn(ofService())).rejects.toThrow('belongs to another installation');
    });
  });

  it('has its role there, which sees what is its own', async () => {
    await takeOwn(ofService());
    expect(await ensureRoles(own, true, 'invoicing')).toBe(true);
    expect(await ensureRoles(own, false, 'invoicing')).toBe(true);
    const pool = createPool(urls.url, { max: 1, applicationName: 'test', role: roleOf('invoicing') });
    try {
      for (const table of ['invoicing.folio_counters', 'platform.checkpoints', 'platform.leases'])
        await pool.query(`SELECT FROM ${table}`);
      for (const table of ['gateway.invoices', 'platform.contents', 'event_store.events'])
        await expect(pool.query(`SELECT FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await pool.end();
    }
  });
});
