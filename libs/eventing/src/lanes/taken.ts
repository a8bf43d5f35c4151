import { readPosition, type Position } from '#kernel';
import { findAggregate } from '#bus/kafka/domain/names';
import { partitionOf } from '#bus/kafka/partitioner';
import type { AnyEventConsumer } from '#bus';
import type { RecordedEvent } from '#event-store';
import type { FeedConsumer } from '../feed/following.js';
import type { Queryable } from '../transaction.js';
import { delegateTo } from './delegate.js';
import { laneName, ownLaneName } from './names.js';

/**
 * Lanes that are further than the consumer's place for all its streams: an installation whose events came from the topics
 * for a while, and come from the feed again. The feed brings what has happened since then once more.
 * @param dbs where there are places of consumers
 */
export async function findTaken(dbs: readonly Queryable[], partitions: number): Promise<TakenByLanes> {
  const found = await Promise.all(dbs.map((db) => findPositions(db, partitions)));
  return new TakenByLanes(new Map(found.flat()), partitions);
}

async function findPositions(db: Queryable, partitions: number): Promise<[lane: string, Position][]> {
  const { rows } = await db.query<{ name: string; position: string }>(
    `SELECT lane.name, lane.position FROM platform.checkpoints AS lane
     JOIN platform.checkpoints AS whole ON whole.name = split_part(lane.name, '@', 1)
     WHERE lane.name LIKE '%@%' AND lane.position > whole.position`,
  );
  // With another number of partitions, lanes had other streams: some events come again then, rather than not at all.
  if (rows.length === 0 || (await countPartitions(db)) !== partitions) return [];
  return rows.map(({ name, position }) => [name, readPosition(position)]);
}

/** How many partitions the topics have, as far as lanes have begun on them. */
async function countPartitions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT coalesce(max(split_part(name, '/', 2)::int) + 1, 0) AS count FROM platform.checkpoints
     WHERE name LIKE '%@%/%'`,
  );
  return rows[0]?.count ?? 0;
}

/** What lanes have taken is passed over where the store's feed brings it again. */
export class TakenByLanes {
  /**
   * @param positions up to which the lanes of these names have taken all there was
   * @param partitions how many each topic has
   */
  constructor(
    private readonly positions: ReadonlyMap<string, Position>,
    private readonly partitions: number,
  ) {}

  get isEmpty(): boolean {
    return this.positions.size === 0;
  }

  /**
   * A consumer that is given the rest; the same one where it has no such lanes.
   * @param owns how the streams of its service begin
   */
  passOver(consumer: FeedConsumer, owns: readonly string[]): FeedConsumer {
    const { name } = consumer;
    if (![...this.positions.keys()].some((lane) => lane.startsWith(`${name}@`))) return consumer;
    const whole: AnyEventConsumer<RecordedEvent> = consumer;
    const passing: AnyEventConsumer<RecordedEvent> = {
      ...delegateTo(whole),
      handle: (events, place) =>
        whole.handle(
          events.filter((event) => !this.hasTaken(name, owns, event)),
          place,
        ),
    };
    return passing;
  }

  /** Whether the lane of an event has taken it. */
  private hasTaken(
    consumer: string,
    owns: readonly string[],
    { streamId, position }: RecordedEvent,
  ): boolean {
    const reached = this.positions.get(this.laneOf(consumer, owns, streamId) ?? '');
    return reached !== undefined && position <= reached;
  }

  /** undefined: a newer program wrote the stream, and no lane has followed it. */
  private laneOf(consumer: string, owns: readonly string[], streamId: string): string | undefined {
    if (owns.some((prefix) => streamId.startsWith(prefix))) return ownLaneName(consumer);
    const aggregate = findAggregate(streamId);
    return aggregate && laneName(consumer, { aggregate, partition: partitionOf(streamId, this.partitions) });
  }
}
