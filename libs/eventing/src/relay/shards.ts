import type { Position } from '#kernel';
import type { Checkpoint } from '#bus';
import { positionOf } from '../feed/place.js';
import type { Epoch } from '../publisher/lease.js';
import { holding } from '../publisher/lease.js';
import type { Queryable } from '../transaction.js';

/** One of the parts in which a service's events are relayed: those of the partitions that leave `index` modulo `of`. */
export interface Shard {
  readonly service: string;
  readonly index: number;
  readonly of: number;
}

/** Names the shard's checkpoint and lease. */
export const shardName = ({ service, index, of }: Shard): string => `relay.${service}.${index}of${of}`;

/** Whether the shard relays the events of a partition. */
export const isInShard = (partition: number, { index, of }: Pick<Shard, 'index' | 'of'>): boolean =>
  partition % of === index;

/**
 * A row `low`: up to this position every event of a service has been written, whatever the number of shards was by which it
 * was. null: none has. By each number that all shards have begun with, the last of its shards tells; of these the furthest
 * counts. $prefix: a parameter with the beginning of the names.
 */
const relayedUpTo = (prefix: string): string => `
  SELECT max(low) AS low FROM (
    SELECT min(position) AS low
    FROM (
      SELECT position, regexp_match(substr(name, length(${prefix}) + 1), '^(\\d{1,4})of(\\d{1,4})$') AS shard
      FROM platform.checkpoints WHERE starts_with(name, ${prefix})
    ) AS named
    WHERE shard IS NOT NULL GROUP BY shard[2] HAVING count(*) = shard[2]::int
  ) AS numbers`;

const prefixOf = (service: string): string => `relay.${service}.`;

/** Up to where every event of a service has been written, by whichever processes; undefined: none ever began. */
export async function findRelayed(db: Queryable, service: string): Promise<Position | undefined> {
  const { rows } = await db.query<{ low: Checkpoint | null }>(relayedUpTo('$1'), [prefixOf(service)]);
  const low = rows[0]?.low;
  return low == null ? undefined : positionOf(low);
}

/**
 * Makes the checkpoints of all shards of this number where they are missing, all at once: they begin where the former ones have
 * all come to, or with the first event. Where the number is one of former times, the holder of the shard's lease
 * takes it there too, so that it does not write again what others have written since.
 */
export async function beginShard(db: Queryable, shard: Shard, epoch: Epoch | undefined): Promise<void> {
  const prefix = prefixOf(shard.service);
  await db.query(
    `INSERT INTO platform.checkpoints (name, position)
     SELECT $1 || n || 'of' || $2::int, coalesce((${relayedUpTo('$1')}), 0) FROM generate_series(0, $2::int - 1) AS n
     ON CONFLICT DO NOTHING`,
    [prefix, shard.of],
  );
  if (epoch === undefined) return;
  await db.query(
    `WITH held AS (${holding('$1', '$3')}), relayed AS (${relayedUpTo('$2')})
     UPDATE platform.checkpoints SET position = low, updated_at = now() FROM relayed
     WHERE name = $1 AND position < low AND EXISTS (SELECT FROM held)`,
    [shardName(shard), prefix, epoch],
  );
}
