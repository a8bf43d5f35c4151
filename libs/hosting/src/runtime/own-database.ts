import type pg from 'pg';
import type { Config } from '../config/config.js';
import { createPool, startEmbeddedPostgres } from '../postgres/index.js';
import { migrate } from './migrate.js';
import { platformMigrations } from './migrations.js';

/** Gives a program of the operator's the database, with the platform's tables: one's own, or that of the data folder. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  applicationName: string,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const database =
    databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir })
      : { url: databaseUrl, stop: async () => {} };
  try {
    await migrate(database.url, platformMigrations);
    const pool = createPool(database.url, { max: 2, applicationName });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  } finally {
    await database.stop();
  }
}
