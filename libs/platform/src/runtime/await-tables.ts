import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging/logger.js';

const POLL_MS = 250;

/**
 * Waits until tables of other services exist: at the very first start all processes begin together, and each makes
 * its own. `tables` with their schemas.
 */
export async function awaitTables(pool: pg.Pool, tables: readonly string[], log: Logger): Promise<void> {
  for (let told = false; ; told = true) {
    const { rows } = await pool.query<{ name: string }>(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL',
      [tables],
    );
    if (rows.length === 0) return;
    if (!told) log.warn({ tables: rows.map(({ name }) => name) }, 'waiting for the tables of other services');
    await sleep(POLL_MS);
  }
}
