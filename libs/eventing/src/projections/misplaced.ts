import type { Logger } from 'pino';
import { readPosition, START, writePosition, type Position } from '#kernel';
import type { EventStore } from '#event-store';
import type { Queryable } from '../transaction.js';

/**
 * Heals checkpoints from which the store can't read. A rebuild of the release before left such ones on EventStoreDB: its
 * position minus one, where a read model was up to date. Their consumers failed for ever. They continue from the
 * position that was meant, or else from the nearest place before that another consumer has: events that come again
 * change nothing. A checkpoint beyond the newest event stays: the store was restored from an older backup than the
 * database, and only a person can say what is right.
 */
export async function healCheckpoints(
  db: Queryable,
  store: Pick<EventStore, 'head' | 'isPlace'>,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<void> {
  if (!store.isPlace) return;
  const { rows } = await db.query<{ position: string; meant: string }>(
    'SELECT DISTINCT position, position + 1 AS meant FROM platform.checkpoints WHERE position > 0 ORDER BY position',
  );
  let before: Position = START;
  for (const { position: from, meant } of rows) {
    const position = readPosition(from);
    if (await store.isPlace(position)) before = position;
    else if (position > (await store.head()))
      log.error(
        { position: from },
        'a checkpoint is beyond the newest event: was EventStoreDB restored from an older backup?',
      );
    else {
      const to = (await store.isPlace(readPosition(meant))) ? readPosition(meant) : before;
      log.warn(
        { consumers: await replace(db, position, to), from, to: writePosition(to) },
        'checkpoints that were no places of the event store are healed',
      );
    }
  }
}

async function replace(db: Queryable, from: Position, to: Position): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'UPDATE platform.checkpoints SET position = $2, updated_at = now() WHERE position = $1 RETURNING name',
    [writePosition(from), writePosition(to)],
  );
  return rows.map(({ name }) => name);
}
