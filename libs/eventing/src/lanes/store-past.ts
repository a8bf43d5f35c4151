import type { Position } from '#kernel';
import { partitionOf } from '#bus/kafka/partitioner';
import type { EventStore, RecordedEvent } from '#event-store';
import type { Past, PastPage } from './past.js';

/** How many events of the feed are read at once. */
const AT_ONCE = 500;

/** The past as a store has it, read from its feed: the streams of the aggregate from the position on. */
export class StorePast implements Past {
  /** @param partitions how many each topic has */
  constructor(
    private readonly store: Pick<EventStore, 'readFeedOf'>,
    private readonly partitions: number,
  ) {}

  async read(aggregate: string, partition: number, after: Position, limit: number): Promise<PastPage> {
    const events: RecordedEvent[] = [];
    for (let from = after; ;) {
      const { events: read, looked } = await this.store.readFeedOf([`${aggregate}-`], from, AT_ONCE);
      for (const event of read) {
        if (partitionOf(event.streamId, this.partitions) !== partition) continue;
        events.push(event);
        if (events.length === limit) return { events, end: false };
      }
      if (looked === from) return { events, end: true };
      from = looked;
    }
  }
}
