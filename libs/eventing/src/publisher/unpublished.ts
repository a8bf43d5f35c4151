import type pg from 'pg';
import type { Checkpoint } from '#bus';
import type { EventStore } from '#event-store';
import { placeAt, positionOf } from '../feed/place.js';

/**
 * How long the oldest event that lies behind a checkpoint has been stored, in milliseconds; 0 where there is none. By
 * PostgreSQL's clock, and from what is stored: it tells of all processes, also where the one that should work hangs.
 */
export async function oldestBehindMs(
  pool: pg.Pool,
  store: Pick<EventStore, 'readFeed'>,
  checkpoint: string,
): Promise<number> {
  const { rows } = await pool.query<{ position: Checkpoint | null; now: Date }>(
    `SELECT (SELECT position FROM platform.checkpoints WHERE name = $1) AS position, clock_timestamp() AS now`,
    [checkpoint],
  );
  const { position, now } = rows[0] ?? { position: null, now: new Date(0) };
  const [oldest] = await store.readFeed(positionOf(position ?? placeAt(0n)), 1);
  return oldest ? Math.max(0, now.getTime() - oldest.recordedAt.getTime()) : 0;
}
