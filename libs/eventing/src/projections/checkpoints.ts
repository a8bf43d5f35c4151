import { readPosition, START, writePosition, type Position } from '#kernel';
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

/** The position of a place, for SQL: an expression of text. */
export const positionIn = (place: string): string => `split_part(${place}, '@', 1)::bigint`;

/** What an UPDATE of a checkpoint sets to move it to a place, for SQL: an expression of text. */
export const moveTo = (place: string): string =>
  `position = ${positionIn(place)}, log_offset = nullif(split_part(${place}, '@', 2), '')::bigint, updated_at = now()`;

/**
 * Moves the checkpoint $1 from the place $2 to the place $3, for a CTE: it gives a row, or none where another process has
 * moved it. The row lock lets one at a time through. Places are compared by their positions: where the events come from,
 * and so the offset, may change between two runs of one consumer.
 *
 * @param provided a condition without which it does not move
 * @param also what else to set, with a comma behind it
 */
export const moveCheckpoint = (provided = 'true', also = ''): string =>
  `UPDATE platform.checkpoints
   SET ${also}${moveTo('$3')}
   WHERE name = $1 AND position = ${positionIn('$2')} AND ${provided} RETURNING 1`;

export const MOVE_CHECKPOINT = moveCheckpoint();

/** Where a consumer begins that has no checkpoint yet. */
export interface Beginning {
  /** The position after which it begins. Default: before the first event. */
  readonly position?: Position;
  /**
   * The checkpoint that the same consumer has for all its streams: everything up to there is done, whichever way it came.
   * A lane that is not as far takes over its position.
   */
  readonly former?: string;
}

/** A checkpoint with all that is kept beside its place. */
export interface NotedCheckpoint {
  readonly place: Checkpoint;
  /** What its consumer keeps there: JSON text, as it was written; undefined: nothing. */
  readonly notes: string | undefined;
  /**
   * Of the rows that belong to it: a rebuild that replaces them begins the next one. A runner that keeps rows in memory moves
   * its checkpoint only in the generation that it has read.
   */
  readonly generation: number;
}

/** What a lane takes over where its consumer was followed over the feed for a while. Its offset says nothing then. */
const CATCH_UP_WITH_FORMER = `
  UPDATE platform.checkpoints AS lane SET position = former.position, log_offset = NULL, updated_at = now()
  FROM platform.checkpoints AS former WHERE lane.name = $1 AND former.name = $2 AND lane.position < former.position`;

/** The place after which a consumer continues. If there is none it is created. */
export async function readCheckpoint(db: Queryable, name: string, from?: Beginning): Promise<Checkpoint> {
  return (await readNotedCheckpoint(db, name, from)).place;
}

/** The same, with all that is kept beside it. */
export async function readNotedCheckpoint(
  db: Queryable,
  name: string,
  { position = START, former }: Beginning = {},
): Promise<NotedCheckpoint> {
  await db.query(
    `INSERT INTO platform.checkpoints (name, position)
     VALUES ($1, coalesce((SELECT position FROM platform.checkpoints WHERE name = $3), $2)) ON CONFLICT DO NOTHING`,
    [name, writePosition(position), former],
  );
  if (former !== undefined && former !== name) await db.query(CATCH_UP_WITH_FORMER, [name, former]);
  return (await findNotedCheckpoint(db, name)) ?? { place: placeAt(START), notes: undefined, generation: 0 };
}

/** The place up to which a consumer has come, in whichever process; undefined: it has never begun. */
export async function findCheckpoint(db: Queryable, name: string): Promise<Checkpoint | undefined> {
  return (await findNotedCheckpoint(db, name))?.place;
}

interface CheckpointRow {
  readonly position: string;
  readonly log_offset: string | null;
  readonly notes: string | null;
  readonly generation: number;
}

async function findNotedCheckpoint(db: Queryable, name: string): Promise<NotedCheckpoint | undefined> {
  const { rows } = await db.query<CheckpointRow>(
    'SELECT position, log_offset, notes::text, generation FROM platform.checkpoints WHERE name = $1',
    [name],
  );
  const [row] = rows;
  if (!row) return undefined;
  const offset = row.log_offset === null ? undefined : BigInt(row.log_offset);
  const { generation } = row;
  return { place: placeAt(readPosition(row.position), offset), notes: row.notes ?? undefined, generation };
}
