import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { eventStoreMigrations } from '#event-store';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createPool } from '../postgres/pool.js';
import { migrate } from '../runtime/migrate.js';
import { platformMigrations } from '../runtime/migrations.js';
import { ensureTables } from '../runtime/migrate.js';
import { ensureLogins, parseLogins, scramVerifier } from './logins.js';
import { ensureRoles, roleOf, takeRoles } from './roles.js';
import { SERVICES } from './services.js';

let database: TestDatabase;
let login: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  login = createPool(database.url, { applicationName: 'test', max: 4 });
  await migrate(database.url, [...eventStoreMigrations, ...platformMigrations]);
});
afterAll(async () => {
  await login.end();
  await database.drop();
});

async function as<T>(service: string, ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(database.url, { applicationName: 'test', max: 1, role: roleOf(service) });
  try {
    return await ask(pool);
  } finally {
    await pool.end();
  }
}

const tablesOf = async (schemas: readonly string[]): Promise<string[]> =>
  (
    await login.query<{ name: string }>(
      `SELECT schemaname || '.' || relname AS name FROM (
         SELECT schemaname, tablename AS relname FROM pg_tables UNION ALL SELECT schemaname, viewname FROM pg_views
       ) AS relations WHERE schemaname = ANY($1) ORDER BY 1`,
      [schemas],
    )
  ).rows.map(({ name }) => name);

describe('the roles of services', () => {
  it('come to be by several processes at once, and are there the next time', async () => {
    const made = await Promise.all([1, 2, 3].map(() => ensureRoles(login, true)));
    expect(made).toEqual([true, true, true]);
    expect(await ensureRoles(login, false)).toBe(true);
  });

  it.each([...SERVICES])('%s reads and writes its own schema, and no other service’s', async (service) => {
    const others = await tablesOf(SERVICES.filter((other) => other !== service));
    expect(others.length).toBeGreaterThan(3);
    await as(service, async (pool) => {
      for (const table of others)
        await expect(pool.query(`SELECT FROM ${table} LIMIT 1`)).rejects.toMatchObject({ code: '42501' });
      const own = (await tablesOf([service])).filter((table) => !VIEWS.includes(table));
      for (const table of [...own, ...(await tablesOf(['platform', 'event_store']))])
        await pool.query(`SELECT FROM ${table} LIMIT 1`);
    });
  });

  it('can append events, and cannot change existing ones', async () => {
    await as('invoicing', async (pool) => {
      await pool.query("SELECT * FROM event_store.append('[]')");
      await expect(pool.query('UPDATE event_store.events SET type = type')).rejects.toMatchObject({
        code: '42501',
      });
      // Refusals of commands are kept for some days only.
      await pool.query("DELETE FROM event_store.refusals WHERE refused_at < now() - interval '7 days'");
    });
  });

  it('are done without where the login user may not make them', async () => {
    const name = `plain_${randomBytes(6).toString('hex')}`;
    await login.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
    const url = new URL(database.url);
    url.username = name;
    url.password = 'plain';
    const pool = createPool(url.href, { applicationName: 'test', max: 1 });
    try {
      expect(await ensureRoles(pool, true)).toBe(false);
      await expect(ensureLogins(pool, parseLogins('stamping:0123456789abcdef'))).rejects.toThrow(
        /^The user of DATABASE_URL may not change the role timbra_stamping: it needs CREATEROLE/,
      );
    } finally {
      await pool.end();
      await login.query(`DROP ROLE ${name}`);
    }
  });
});

describe('a service that logs in as its own role', () => {
  const TABLES = [...eventStoreMigrations, ...platformMigrations];
  const password = randomBytes(16).toString('hex');
  let url: string;
  let pool: pg.Pool;
  beforeAll(async () => {
    await ensureRoles(login, true);
    await ensureLogins(login, parseLogins(`stamping:${password}`));
    const own = new URL(database.url);
    own.username = roleOf('stamping');
    own.password = password;
    url = own.href;
    pool = createPool(url, { applicationName: 'test', max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await login.query(`ALTER ROLE ${roleOf('stamping')} NOLOGIN PASSWORD NULL`);
  });

  it('works as that role, finds the tables, and makes none', async () => {
    expect(await takeRoles(pool, [{ name: 'stamping' }], true)).toBe(true);
    expect(await ensureTables(url, TABLES)).toBe(0);
    await expect(pool.query('CREATE SCHEMA mine')).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('SELECT FROM gateway.invoices')).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query(`SET ROLE ${roleOf('gateway')}`)).rejects.toMatchObject({ code: '42501' });
  });

  it('says in a sentence that tables are missing, or that the login is another service’s', async () => {
    class Later1799999999999 {
      name = 'Later1799999999999';
      up = async () => undefined;
      down = async () => undefined;
    }
    await expect(ensureTables(url, [...TABLES, Later1799999999999])).rejects.toThrow(
      /^1 migrations of the database have not run, .* run the step migrate first/,
    );
    await expect(takeRoles(pool, [{ name: 'gateway' }], false)).rejects.toThrow(
      'DATABASE_URL logs in as timbra_stamping, the role of the service stamping: gateway needs timbra_gateway.',
    );
  });
});

describe('the logins of services', () => {
  it.each([
    ['names no service', 'stampng:0123456789abcdef'],
    ['must have at least 16', 'stamping:short'],
    ['must have at least 16', "stamping:0123456789abcdef'; DROP"],
  ])('are refused where one %s, without the text', (sentence, text) => {
    expect(() => parseLogins(text)).toThrow(sentence);
    expect(() => parseLogins(text)).not.toThrow(text.split(':')[1]);
  });

  it('may be none', () => expect(parseLogins(undefined).size).toBe(0));

  it('go to the server as what it keeps of a password, by the example of RFC 7677', () => {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    // Of the user "user" with the password "pencil": its proof and the server's signature come from these two keys.
    expect(scramVerifier('pencil', salt)).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });
});

/** Where the release before found what is the gateway's now: nobody's any more. */
const VIEWS = [
  ...['organizations.organizations', 'organizations.users', 'customers.customers', 'customers.products'],
  ...['invoicing.invoices', 'invoicing.customer_names', 'notifications.mails', 'notifications.archives'],
  'notifications.mailbox',
];
