import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { until } from '#bus/testing/until';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { event, metadata, openBench, type Bench } from '../../testing/bench.js';
import { withClient } from '../client.js';
import { checkDatabase, moveDatabase, sharedPart } from '../index.js';
import type { Step } from '../steps.js';
import { contentOf, isSame } from './contents.js';
import { tablesOf, type Table } from './tables.js';

const TABLES = `
  CREATE SCHEMA shop;
  CREATE TABLE shop.carts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, price numeric, data jsonb);
  CREATE TABLE shop.articles (cart bigint NOT NULL REFERENCES shop.carts, name text, picture bytea, ratio float8, tags text[],
    shout text GENERATED ALWAYS AS (upper(name)) STORED)`;

/** An installation goes to an empty database: its rows, its events at their positions, its sequences, and its roles. */
describe('an installation moves to another database', () => {
  let bench: Bench;
  let target: TestDatabase;
  beforeEach(async () => {
    [bench, target] = await Promise.all([openBench(), freshDatabase()]);
    await bench.pool.query(TABLES);
    await bench.pool.query(`
      INSERT INTO shop.carts (at, price, data)
      SELECT '2026-01-01T00:00:00.123456Z'::timestamptz + n * interval '1 h', n / 3.0, jsonb_build_object('ñ', n, 'tab', E'\\t\\n\\\\')
      FROM generate_series(1, 300) AS n;
      INSERT INTO shop.articles SELECT n, 'línea ' || n, decode(repeat('00ff5c', 5000), 'hex'), 1.0 / n, ARRAY['a,b', NULL, '{}']
      FROM generate_series(1, 40) AS n;
      INSERT INTO shop.articles VALUES (1, NULL, NULL, 'NaN', '{}'), (1, '', '', '-Infinity', NULL), (1, '\\N', '\\x', 0, NULL);
      DROP TABLE IF EXISTS shop.carts__rebuild; CREATE TABLE shop.carts__rebuild (id int)`);
    for (let n = 0; n < 5; n += 1)
      await bench.store.append(`invoice-${n}`, -1, [event('Made', { n })], metadata);
    // A gap, as an append that failed leaves one.
    await bench.pool.query(`SELECT nextval('event_store.position')`);
  });
  afterEach(() => Promise.all([bench.dispose(), target.drop()]));

  const move = (
    onStep: (step: Step) => void = () => undefined,
    { from = bench.url, to = target.url }: { readonly from?: string; readonly to?: string } = {},
  ) => ({
    parts: [sharedPart({ from, to, migrations: migrationsOf([]) }, makeTables)],
    onStep,
  });
  const makeTables = async (pool: pg.Pool): Promise<void> => {
    if ((await pool.query(`SELECT to_regclass('shop.carts') AS found`)).rows[0].found === null)
      await pool.query(TABLES);
  };
  const on = async (sql: string, values: unknown[] = []): Promise<unknown[]> =>
    withClient(target.url, async (client) => (await client.query(sql, values)).rows);
  const allOf = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ all: string }>(`
        SELECT (SELECT json_agg(e ORDER BY position) FROM event_store.events e)::text
            || (SELECT json_agg(c ORDER BY id) FROM shop.carts c)::text
            || (SELECT json_agg(a ORDER BY a::text) FROM shop.articles a)::text AS all`);
      return rows[0]?.all;
    });

  it('as it is, and continues where it was', async () => {
    const before = await allOf(bench.url);
    expect(await moveDatabase(move())).toMatchObject({ roles: true });
    expect(await allOf(target.url)).toBe(before);
    expect(await allOf(bench.url)).toBe(before);
    const [next] = (await on(`SELECT nextval('event_store.position')::int AS position`)) as {
      position: number;
    }[];
    expect(next?.position).toBe(7);
    expect(await on(`INSERT INTO shop.carts (price) VALUES (1) RETURNING id::int`)).toEqual([{ id: 301 }]);
    expect(
      await on(`SELECT has_table_privilege('timbra_invoicing', 'event_store.events', 'INSERT') AS may`),
    ).toEqual([{ may: true }]);
    expect(await migrate(target.url, migrationsOf([]))).toBe(0);
  });

  it('killed after each step: nothing starts on the target until it was run again, and what was copied is kept', async () => {
    const steps = [
      'marked',
      'prepared',
      'event_store.events',
      'platform.contents',
      'shop.articles',
      'verified',
    ];
    const copied: string[] = [];
    for (const name of steps) {
      const dies = (step: Step): void => {
        if (step.kind === 'table' && step.copied) copied.push(step.name);
        if (nameOf(step) === name) throw new Error(`killed after ${name}`);
      };
      await expect(moveDatabase(move(dies))).rejects.toThrow(`killed after ${name}`);
      await expect(migrate(target.url, migrationsOf([]))).rejects.toThrow('is not finished');
    }
    expect(copied).toEqual([...new Set(copied)]);
    await moveDatabase(move());
    expect(await allOf(target.url)).toBe(await allOf(bench.url));
  });

  it('an installation that was used after a move was broken off is copied from the beginning', async () => {
    await expect(moveDatabase(move(diesAfter('event_store.events')))).rejects.toThrow('killed');
    await bench.store.append('invoice-5', -1, [event('Made')], metadata);
    await moveDatabase(move());
    expect(await allOf(target.url)).toBe(await allOf(bench.url));
  });

  it('a flipped byte is found: a row that is not as it was copied ends the move, and the check names its table', async () => {
    await expect(moveDatabase(move(diesAfter('shop.articles')))).rejects.toThrow('killed');
    const flip = `UPDATE shop.articles SET picture = set_byte(picture, 7, get_byte(picture, 7) # 1) WHERE cart = 3`;
    await on(flip);
    await expect(moveDatabase(move())).rejects.toThrow('The table shop.articles has 43 rows');
    expect(await checkDatabase(move())).toEqual(
      expect.arrayContaining(['shop.articles differs: 43 rows, and 43 in the target']),
    );
    await on(flip);
    await moveDatabase(move());
    expect(await checkDatabase(move())).toEqual([]);
  });

  it('a database with anything in it is refused, and so is the installation’s own', async () => {
    await on('CREATE TABLE public.notes (text text)');
    await expect(moveDatabase(move())).rejects.toThrow('is not empty (public.notes)');
    expect(await on(`SELECT FROM pg_namespace WHERE nspname = 'platform'`)).toEqual([]);
    await expect(moveDatabase(move(undefined, { to: bench.url }))).rejects.toThrow(
      'in the database of TO_DATABASE_URL already',
    );
    const empty = await freshDatabase();
    await expect(moveDatabase(move(undefined, { from: empty.url }))).rejects.toThrow(
      'There is no installation of Timbra',
    );
    await empty.drop();
  });

  it('an installation whose events are on the move is refused', async () => {
    await bench.pool.query('CREATE SCHEMA timbra_move');
    await expect(moveDatabase(move())).rejects.toThrow(
      'A move of this database or of its events is not finished',
    );
    expect(await on(`SELECT FROM pg_namespace WHERE nspname IN ('platform', 'timbra_move')`)).toEqual([]);
  });

  it('only its owner moves it', async () => {
    const [role, password] = [`mover_${randomUUID().slice(0, 8)}`, randomUUID()];
    await bench.pool.query(
      `CREATE ROLE ${role} LOGIN PASSWORD '${password}'; GRANT USAGE ON SCHEMA platform TO ${role}`,
    );
    const from = new URL(bench.url);
    [from.username, from.password] = [role, password];
    await expect(moveDatabase(move(undefined, { from: from.href }))).rejects.toThrow('must own the tables');
    await bench.pool.query(`REVOKE USAGE ON SCHEMA platform FROM ${role}; DROP ROLE ${role}`);
  });

  it('an installation of another release, or with tables of others, is refused', async () => {
    await bench.pool.query('CREATE TABLE shop.notes (text text)');
    await expect(moveDatabase(move())).rejects.toThrow('shop.notes is missing in the target');
    await bench.pool.query(
      `DROP TABLE shop.notes; DELETE FROM timbra_migrations WHERE name LIKE 'LogOffsets%'`,
    );
    await expect(moveDatabase(move())).rejects.toThrow('is of another release');
  });

  it('who writes meanwhile waits until the end, and who works there keeps the move from beginning', async () => {
    const service = createPool(bench.url, { applicationName: 'timbra-events', onIdleError: () => undefined });
    await service.query('SELECT 1');
    await expect(moveDatabase(move())).rejects.toThrow('Connected are timbra-events');
    await service.end();
    let written: Promise<unknown> | undefined;
    let isWritten = false;
    await moveDatabase(
      move(({ kind }) => {
        if (kind === 'table')
          written ??= bench.store
            .append('invoice-9', -1, [event('Late')], metadata)
            .then(() => (isWritten = true));
        if (kind === 'verified') expect(isWritten).toBe(false);
      }),
    );
    await written;
    expect(await on(`SELECT FROM event_store.events WHERE type = 'Late'`)).toEqual([]);
  });

  it('what somebody was writing when the move began is moved', async () => {
    await withClient(bench.url, async (writer) => {
      await writer.query(`BEGIN; INSERT INTO shop.carts (price) VALUES (4711)`);
      const moving = moveDatabase(move());
      // The move waits for the writer's lock.
      await until(
        async () =>
          (await bench.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND mode = 'ShareLock'`))
            .rowCount === 1,
      );
      await writer.query('COMMIT');
      await moving;
    });
    expect(await on('SELECT price FROM shop.carts WHERE price = 4711')).toHaveLength(1);
  });

  it('the hash of a table does not depend on the order of its rows, and changes with any of them', async () => {
    await withClient(bench.url, async (client) => {
      const carts = (await tablesOf(client)).find(({ name }) => name === 'shop.carts') as Table;
      const before = await contentOf(client, carts);
      await client.query('UPDATE shop.carts SET price = price');
      expect(isSame(await contentOf(client, carts), before)).toBe(true);
      await client.query('UPDATE shop.carts SET price = price + 0.001 WHERE id = 299');
      expect(isSame(await contentOf(client, carts), before)).toBe(false);
    });
  });

  const nameOf = (step: Step): string => (step.kind === 'table' ? step.name : step.kind);
  const diesAfter = (name: string) => (step: Step) => {
    if (nameOf(step) === name) throw new Error('killed');
  };
});
