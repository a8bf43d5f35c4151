import { readPosition, type Position } from '#kernel';
import { aggregateOfStream } from '#bus/kafka/domain/names';
import { partitionOf } from '#bus/kafka/partitioner';
import type { AnyEventConsumer } from '#bus';
import type { RecordedEvent } from '#event-store';
import type { FeedConsumer } from '../feed/feed-hub.js';
import type { Queryable } from '../transaction.js';
import { delegateTo } from './delegate.js';
import { laneName, ownLaneName } from './names.js';

/**
 * Lanes that are further than the consumer's place for all its streams: an installation whose events came from the topics
 * for a while, and come from the feed again. The feed brings what has happened since then once more.
 */
export async function findTaken(db: Queryable, partitions: number): Promise<TakenByLanes> {
  const { rows } = await db.query<{ name: string; position: string }>(
    `SELECT lane.name, lane.position FROM platform.checkpoints AS lane
     JOIN platform.checkpoints AS whole ON whole.name = split_part(lane.name, '@', 1)
     WHERE lane.name LIKE '%@%' AND lane.position > whole.position`,
  );
  // With another number of partitions, lanes had other streams: some events come again then, rather than not at all.
  if (rows.length === 0 || (await countPartitions(db)) !== partitions)
    return new TakenByLanes(new Map(), partitions);
  return new TakenByLanes(
    new Map(rows.map(({ name, position }) => [name, readPosition(position)])),
    partitions,
  );
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
    const lane = owns.some((prefix) => streamId.startsWith(prefix))
      ? ownLaneName(consumer)
      : laneName(consumer, {
          aggregate: aggregateOfStream(streamId),
          partition: partitionOf(streamId, this.partitions),
        });
    const reached = this.positions.get(lane);
    return reached !== undefined && position <= reached;
  }
}
