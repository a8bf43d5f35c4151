import type { Logger } from 'pino';
import { readPosition, START, writePosition, type Position } from '#kernel';
import type { EventStore } from '#event-store';
import type { Queryable } from '../transaction.js';

/**
 * A checkpoint is beyond the newest event: the store was restored from an older backup than the database. Its consumer would
 * never move again, nor meet what is appended from now on, and only a person can say what is right.
 */
export class StoreIsBehind extends Error {
  override readonly name = 'StoreIsBehind';

  constructor(position: Position) {
    super(`the event store ends before position ${writePosition(position)}, which was handled already`);
  }
}

/** A checkpoint, and the position after it. */
export interface Kept {
  readonly position: Position;
  readonly meant: Position;
}

export interface Move {
  readonly from: Position;
  readonly to: Position;
}

/**
 * Heals checkpoints from which the store can't read. A rebuild of the release before left such ones on EventStoreDB: its
 * position minus one, where a read model was up to date. Their consumers failed for ever.
 * @throws {StoreIsBehind}
 */
export async function healCheckpoints(
  db: Queryable,
  store: Pick<EventStore, 'head' | 'isPlace'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (!store.isPlace) return;
  const { rows } = await db.query<{ position: string; meant: string }>(
    'SELECT DISTINCT position, position + 1 AS meant FROM platform.checkpoints WHERE position > 0 ORDER BY position',
  );
  const kept = rows.map(({ position, meant }) => ({
    position: readPosition(position),
    meant: readPosition(meant),
  }));
  for (const { from, to } of await findMoves(kept, {
    isPlace: store.isPlace.bind(store),
    head: () => store.head(),
  }))
    log.warn(
      { consumers: await move(db, { from, to }), from: writePosition(from), to: writePosition(to) },
      'checkpoints that were no places of the event store are healed',
    );
}

/**
 * Where checkpoints belong that are no places of the store: at the position that was meant, or else at the nearest place before
 * that another consumer has: events that come again change nothing.
 * @param kept in their order
 * @throws {StoreIsBehind}
 */
export async function findMoves(
  kept: readonly Kept[],
  store: Required<Pick<EventStore, 'head' | 'isPlace'>>,
): Promise<Move[]> {
  const moves: Move[] = [];
  let before: Position = START;
  for (const { position, meant } of kept) {
    if (await store.isPlace(position)) before = position;
    else if (position > (await store.head())) throw new StoreIsBehind(position);
    else moves.push({ from: position, to: (await store.isPlace(meant)) ? meant : before });
  }
  return moves;
}

async function move(db: Queryable, { from, to }: Move): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'UPDATE platform.checkpoints SET position = $2, updated_at = now() WHERE position = $1 RETURNING name',
    [writePosition(from), writePosition(to)],
  );
  return rows.map(({ name }) => name);
}
