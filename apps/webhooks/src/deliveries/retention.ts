import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { idTime, type SystemNow } from '#kernel';
import { DAY } from './schedule.js';

const SLICE = 5_000;
const PAUSE_MS = 50;

const OLD_ATTEMPTS = `
  DELETE FROM webhooks.attempts WHERE id IN (SELECT id FROM webhooks.attempts WHERE id < $1 ORDER BY id LIMIT ${SLICE})`;

/** Those that are never claimed: their endpoint is gone. */
const LEFT_OVER = `
  DELETE FROM webhooks.deliveries WHERE id IN (
    SELECT d.id FROM webhooks.deliveries AS d
    WHERE NOT EXISTS (SELECT FROM webhooks.endpoints AS e WHERE e.id = d.endpoint_id) AND d.due_at < $1 LIMIT ${SLICE})`;

const EXPIRED = `
  DELETE FROM webhooks.deliveries WHERE id IN (
    SELECT id FROM webhooks.deliveries WHERE expires_at <= $1 AND leased_by IS NULL LIMIT ${SLICE})`;

/** Removes deliveries whose time is over, where many are; gives how many. */
export const removeExpired = (pool: pg.Pool, systemNow: SystemNow): Promise<number> =>
  inSlices(pool, EXPIRED, systemNow().toISOString());

/** Removes attempts older than so many days, 0: none; and what no endpoint waits for. */
export async function removeOld(pool: pg.Pool, systemNow: SystemNow, days: number): Promise<void> {
  const now = systemNow().getTime();
  if (days > 0) await inSlices(pool, OLD_ATTEMPTS, idTime(now - days * DAY));
  await inSlices(pool, LEFT_OVER, new Date(now - DAY / 24).toISOString());
}

/** A few at a time, so that nobody waits for them. */
async function inSlices(pool: pg.Pool, statement: string, before: string): Promise<number> {
  for (let removed = 0; ; await sleep(PAUSE_MS)) {
    const { rowCount } = await pool.query(statement, [before]);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < SLICE) return removed;
  }
}
