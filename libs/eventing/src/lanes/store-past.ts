import { monotonicMs, type Position } from '#kernel';
import { partitionOf } from '#bus/kafka/partitioner';
import type { EventStore, RecordedEvent } from '#event-store';
import type { Past, PastPage } from './past.js';

/** How many events of the feed are read at once. */
const AT_ONCE = 500;

/** What a page takes at most: in memory, and of the store's time. */
export interface PageBounds {
  /** Of JSON. One event is always taken, however large. */
  readonly bytes: number;
  readonly ms: number;
}

const BOUNDS: PageBounds = { bytes: 1_000_000, ms: 1_000 };

/** The past as a store has it, read from its feed: the streams of the aggregate from the position on. */
export class StorePast implements Past {
  /** @param partitions how many the topic has */
  constructor(
    private readonly store: Pick<EventStore, 'readFeedOf' | 'head'>,
    private readonly partitions: number,
    private readonly bounds = BOUNDS,
  ) {}

  async read(
    aggregate: string,
    partition: number,
    after: Position,
    limit: number,
    signal?: AbortSignal,
  ): Promise<PastPage> {
    const deadline = monotonicMs() + this.bounds.ms;
    // What is stored from now on need not be in it: others append all the time, and an end has to come.
    const head = await this.store.head();
    const events: RecordedEvent[] = [];
    let bytes = 0;
    for (let from = after; ;) {
      const page = await this.store.readFeedOf([`${aggregate}-`], from, AT_ONCE);
      for (const event of page.events) {
        if (partitionOf(event.streamId, this.partitions) !== partition) continue;
        bytes += JSON.stringify(event.data).length;
        const isFull = events.length === limit || (events.length > 0 && bytes > this.bounds.bytes);
        if (isFull) return { events, looked: events.at(-1)?.position ?? after, end: false };
        events.push(event);
      }
      const end = page.looked === from || page.looked >= head;
      const isEnough = events.length === limit || monotonicMs() > deadline || signal?.aborted === true;
      if (end || isEnough) return { events, looked: page.looked, end };
      from = page.looked;
    }
  }
}
