import type { MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';
import { NOTICE_DEAD_CLIENTS, NOTICE_DEAD_SERVER } from '../postgres/pool.js';

export type Migration = new () => MigrationInterface;

/** Serialises migrations of processes that start together. */
const LOCK_KEY = 7446160002;

/** Brings the database up to date; each migration runs once, in the order of its number. Returns how many ran. */
export async function migrate(databaseUrl: string, migrations: readonly Migration[]): Promise<number> {
  const source = new DataSource({
    type: 'postgres',
    url: databaseUrl,
    migrations: [...migrations],
    migrationsTableName: 'timbra_migrations',
    migrationsTransactionMode: 'each',
    logging: false,
    poolSize: 2,
    extra: {
      ...NOTICE_DEAD_SERVER,
      options: NOTICE_DEAD_CLIENTS.join(' '),
      // One that is paused within a migration must not keep its tables from everybody: it fails, and starts again.
      idle_in_transaction_session_timeout: 30_000,
    },
  });
  await source.initialize();
  const lock = source.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    return (await source.runMigrations()).length;
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
    await lock.release();
    await source.destroy();
  }
}
