import { CheckpointMoved } from '#bus';
import type { Queryable } from '../transaction.js';
import { holding, type Epoch } from './lease.js';

/**
 * Notes that everything that was in the logs so long ago is published, beside the consumer's place for all its streams. By
 * PostgreSQL's clock. Only the holder of the lease of the same name notes it.
 * @throws {CheckpointMoved} where it is not the holder, or somebody has taken the places away
 */
export async function notePublished(
  db: Queryable,
  { name, epoch, agoMs }: { readonly name: string; readonly epoch: Epoch; readonly agoMs: number },
): Promise<void> {
  const { rowCount } = await db.query({
    name: 'published-up-to',
    text: `WITH held AS (${holding('$1', '$2')})
           UPDATE platform.checkpoints
           SET notes = json_build_object('publishedUpTo', clock_timestamp() - $3 * interval '1 ms')
           WHERE name = $1 AND EXISTS (SELECT FROM held)`,
    values: [name, epoch, agoMs],
  });
  if (rowCount !== 1) throw new CheckpointMoved(name);
}

/**
 * How long ago everything was published that was in the logs then, in milliseconds: since the last note, or since the feed
 * has moved the place. No event has waited there for longer. 0 where nobody has published yet.
 */
export async function findPublishedAgoMs(db: Queryable, name: string): Promise<number> {
  const { rows } = await db.query<{ ago: number }>(
    `SELECT extract(epoch FROM clock_timestamp() -
         greatest((notes->>'publishedUpTo')::timestamptz, updated_at))::float8 * 1000 AS ago
     FROM platform.checkpoints WHERE name = $1`,
    [name],
  );
  return Math.max(0, rows[0]?.ago ?? 0);
}
