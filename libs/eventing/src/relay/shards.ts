import { readPosition, START, writePosition, type Position } from '#kernel';
import { holding, type Epoch } from '../publisher/lease.js';
import type { Queryable } from '../transaction.js';
import { joinTails, noTails, readTails, tailsOf, writeTails, type Tails } from './tails.js';

/** One of the parts in which a service's events are relayed: those of the partitions that leave `index` modulo `of`. */
export interface Shard {
  readonly service: string;
  readonly index: number;
  readonly of: number;
}

/** How far a shard has come. */
export interface ShardPlace {
  /** Up to here every event of the shard has been written. */
  readonly written: Position;
  readonly tails: Tails;
}

/** Names the shard's checkpoint and lease. */
export const shardName = ({ service, index, of }: Shard): string => `relay.${service}.${index}of${of}`;

/** Whether the shard relays the events of a partition. */
export const isInShard = (partition: number, { index, of }: Pick<Shard, 'index' | 'of'>): boolean =>
  partition % of === index;

/** Up to where every event of a service has been written, by whichever processes; undefined: none ever began. */
export async function findRelayed(db: Queryable, service: string): Promise<Position | undefined> {
  return joinFurthest(await findShards(db, service))?.written;
}

/**
 * Makes the checkpoints of all shards of this number where they are missing, all at once: they begin where the former ones have
 * all come to, or with the first event. Where the number is one of former times, the holder of the shard's lease
 * takes it there too, so that it does not write again what others have written since.
 */
export async function beginShard(db: Queryable, shard: Shard, epoch: Epoch | undefined): Promise<void> {
  const found = await findShards(db, shard.service);
  const { written, tails } = joinFurthest(found) ?? { written: START, tails: noTails() };
  const notesOf = (one: Shard): string =>
    writeTails(tailsOf(tails, (partition) => isInShard(partition, one)));
  const shards = Array.from({ length: shard.of }, (_, index): Shard => ({ ...shard, index }));
  if (shards.some((one) => !found.has(shardName(one))))
    await db.query(
      `INSERT INTO platform.checkpoints (name, position, notes)
       SELECT name, $3, notes::json FROM unnest($1::text[], $2::text[]) AS shard (name, notes) ON CONFLICT DO NOTHING`,
      [shards.map(shardName), shards.map(notesOf), writePosition(written)],
    );
  const own = found.get(shardName(shard));
  if (epoch === undefined || own === undefined || own.written >= written) return;
  await db.query(
    `WITH held AS (${holding('$1', '$2')})
     UPDATE platform.checkpoints SET position = $3, notes = $4::json, updated_at = now()
     WHERE name = $1 AND position < $3 AND EXISTS (SELECT FROM held)`,
    [shardName(shard), epoch, writePosition(written), notesOf(shard)],
  );
}

/** What all shards of a service say, whatever their number, by the names of their checkpoints. */
async function findShards(db: Queryable, service: string): Promise<ReadonlyMap<string, ShardPlace>> {
  const { rows } = await db.query<{ name: string; position: string; notes: string | null }>(
    `SELECT name, position, notes::text FROM platform.checkpoints
     WHERE starts_with(name, $1) AND substr(name, length($1) + 1) ~ '^\\d{1,4}of\\d{1,4}$'`,
    [`relay.${service}.`],
  );
  return new Map(
    rows.map(({ name, position, notes }) => {
      const written = readPosition(position);
      return [name, { written, tails: readTails(notes ?? undefined, written) }];
    }),
  );
}

/**
 * How far a service's events are relayed: by each number that all shards have begun with, the last of its shards tells; of
 * these the furthest counts. undefined: none has.
 */
function joinFurthest(shards: ReadonlyMap<string, ShardPlace>): ShardPlace | undefined {
  const byNumber = new Map<number, ShardPlace[]>();
  for (const [name, place] of shards) {
    const of = Number(name.slice(name.lastIndexOf('of') + 2));
    byNumber.set(of, [...(byNumber.get(of) ?? []), place]);
  }
  let furthest: ShardPlace | undefined;
  for (const [of, places] of byNumber) {
    if (places.length !== of) continue;
    const joined = joinPlaces(places);
    if (furthest === undefined || joined.written > furthest.written) furthest = joined;
  }
  return furthest;
}

const joinPlaces = (places: readonly ShardPlace[]): ShardPlace => ({
  written: places.map(({ written }) => written).reduce((lowest, one) => (one < lowest ? one : lowest)),
  tails: joinTails(places.map(({ tails }) => tails)),
});
