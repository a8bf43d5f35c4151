import type { Checkpoint } from '#bus';
import { placeAt } from '../feed/place.js';
import type { Queryable } from '../transaction.js';

/**
 * Lets the transaction's commit not wait for the disk. For what follows from the events alone: a power cut
 * may take the last moment's rows, and takes their checkpoint with them, so they are made again.
 */
export const LAZY_COMMIT = `set_config('synchronous_commit', 'off', true)`;

/**
 * Lets the transaction's commit not wait for the disk, for what an event will name: a document, a folio, a key. The log
 * is written in order, so the commit of the event brings it there too. Where events are in another store (see
 * `createPool`), nothing would: then it waits.
 */
export const EVENT_FOLLOWS = `set_config('synchronous_commit', CASE current_setting('timbra.events', true)
  WHEN 'elsewhere' THEN current_setting('synchronous_commit') ELSE 'off' END, true)`;

/**
 * Moves the checkpoint $1 from $2 to $3, for a CTE: it gives a row, or none where another process has moved it. The row
 * lock lets one at a time through.
 */
export const MOVE_CHECKPOINT =
  'UPDATE platform.checkpoints SET position = $3, updated_at = now() WHERE name = $1 AND position = $2 RETURNING 1';

/** The position after which a consumer continues. If there is none it is created: at the beginning of the feed, or further on. */
export async function readCheckpoint(db: Queryable, name: string, beginning = 0n): Promise<Checkpoint> {
  await db.query('INSERT INTO platform.checkpoints (name, position) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ...[name, beginning.toString()],
  ]);
  return (await findCheckpoint(db, name)) ?? placeAt(0n);
}

/** The position up to which a consumer has come, in whichever process; undefined: it has never begun. */
export async function findCheckpoint(db: Queryable, name: string): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<{ position: Checkpoint }>(
    'SELECT position FROM platform.checkpoints WHERE name = $1',
    [name],
  );
  return rows[0]?.position;
}
