import { partitionOf } from '#bus/kafka/partitioner';
import type { EventStore, RecordedEvent } from '#event-store';
import type { Past, PastPage } from './past.js';

/** How many events of the feed are read at once. */
const AT_ONCE = 500;

/** The past as a store has it, read from its feed: all of it from the position on, so it is for owners with few others beside them. */
export class StorePast implements Past {
  /** @param partitions how many each topic has */
  constructor(
    private readonly store: Pick<EventStore, 'readFeed'>,
    private readonly partitions: number,
  ) {}

  async read(aggregate: string, partition: number, after: bigint, limit: number): Promise<PastPage> {
    const events: RecordedEvent[] = [];
    for (let from = after; ;) {
      const read = await this.store.readFeed(from, AT_ONCE);
      const last = read.at(-1);
      if (!last) return { events, end: true };
      for (const event of read) {
        if (!this.isOf(event, aggregate, partition)) continue;
        events.push(event);
        if (events.length === limit) return { events, end: false };
      }
      from = last.position;
    }
  }

  private isOf({ streamId }: RecordedEvent, aggregate: string, partition: number): boolean {
    return streamId.startsWith(`${aggregate}-`) && partitionOf(streamId, this.partitions) === partition;
  }
}
