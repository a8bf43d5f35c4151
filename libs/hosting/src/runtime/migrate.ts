import type { MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';
import pg from 'pg';
import { refuseHalfMoved } from '../moving/mark.js';
import { StartupError } from '../postgres/startup-error.js';

import { NOTICE_DEAD_CLIENTS, NOTICE_DEAD_SERVER } from '../postgres/pool.js';

export type Migration = new () => MigrationInterface;

const TABLE = 'timbra_migrations';

/** Serialises migrations of processes that start together. */
const LOCK_KEY = 7446160002;

/**
 * Brings the database up to date; each migration runs once, in the order of its number. Returns how many ran.
 * @param moving the database is the target of a move, which nothing else may touch
 * @throws {StartupError} it is, and this is something else
 */
export async function migrate(
  databaseUrl: string,
  migrations: readonly Migration[],
  { moving = false } = {},
): Promise<number> {
  const source = new DataSource({
    type: 'postgres',
    url: databaseUrl,
    migrations: [...migrations],
    migrationsTableName: TABLE,
    migrationsTransactionMode: 'each',
    logging: false,
    poolSize: 2,
    extra: {
      ...NOTICE_DEAD_SERVER,
      options: [...NOTICE_DEAD_CLIENTS, '-c timbra.migrating=on'].join(' '),
      // One that is paused within a migration must not keep its tables from everybody: it fails, and starts again.
      idle_in_transaction_session_timeout: 30_000,
    },
  });
  await source.initialize();
  const lock = source.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    if (!moving) await refuseHalfMoved((sql) => lock.query(sql));
    return (await source.runMigrations()).length;
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
    await lock.release();
    await source.destroy();
  }
}

/**
 * Sees to it that the tables are there: makes them where the login user may; a service that logs in as its own role may
 * not, and looks whether the step `migrate` was run.
 * @param variable names the database in what is told
 * @returns how many migrations ran
 * @throws {StartupError} some are missing
 */
export async function ensureTables(
  databaseUrl: string,
  migrations: readonly Migration[],
  { variable = 'DATABASE_URL' } = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ may: boolean; there: boolean }>(
      `SELECT has_database_privilege(current_database(), 'CREATE') AS may, to_regclass($1) IS NOT NULL AS there`,
      [TABLE],
    );
    const [state] = rows;
    if (state && !state.may) return await lookForTables(client, migrations, { there: state.there, variable });
  } finally {
    await client.end();
  }
  return migrate(databaseUrl, migrations);
}

async function lookForTables(
  client: pg.Client,
  migrations: readonly Migration[],
  { there, variable }: { readonly there: boolean; readonly variable: string },
): Promise<number> {
  await refuseHalfMoved(async (sql) => (await client.query(sql)).rows);
  const done = there ? (await client.query<{ name: string }>(`SELECT name FROM ${TABLE}`)).rows : [];
  const names = new Set(done.map(({ name }) => name));
  const missing = migrations.filter((migration) => !names.has(new migration().name ?? migration.name));
  if (missing.length === 0) return 0;
  throw new StartupError(
    `${missing.length} migrations of the database have not run, and the user of ${variable} may not run them: run the step migrate first (docs/operations.md).`,
  );
}
