import { monotonicMs, SharedWork, type Position } from '#kernel';
import type { EventStoreDbConnection } from './connection.js';
import type { Gaps } from './gaps.js';
import { nameOfStream, positionOf, subscriptionRequest } from './messages.js';

export interface SearchOptions {
  readonly connection: Pick<EventStoreDbConnection, 'read'>;
  readonly prefix: string;
  readonly gaps: Gaps;
  /** How long one search lasts; the next one continues where it ended. */
  readonly budgetMs: number;
}

interface Found {
  /** Between the start of the search and here lies nothing of ours. */
  readonly end: Position;
  /** The event of ours that ended the search. */
  readonly event: { readonly position: Position; readonly stream: string } | undefined;
}

/**
 * Searches for readers that are behind, where a read ended without anything because others have written too much there. Unlike a
 * read it is told how far it has come, so it makes progress however long that takes. Readers at the same place share one.
 */
export class Search {
  private readonly searches = new SharedWork<Position, Found>();

  constructor(private readonly options: SearchOptions) {}

  /** Up to where there is nothing after `from` that passes; `from` itself where the log ends there. */
  async past(from: Position, passes: (stream: string) => boolean): Promise<Position> {
    const until = monotonicMs() + this.options.budgetMs;
    for (let position = from; ;) {
      const { end, event } = await this.searches.do(position, () => this.run(position));
      if (!event || passes(event.stream)) return end;
      position = event.position;
      if (monotonicMs() > until) return position;
    }
  }

  private async run(from: Position): Promise<Found> {
    const { connection, prefix, gaps, budgetMs } = this.options;
    const start = gaps.skip(from);
    const until = monotonicMs() + budgetMs;
    let end = start;
    let event: Found['event'];
    for await (const message of connection.read(subscriptionRequest(prefix, start), {
      deadlineMs: 2 * budgetMs,
    })) {
      const found = message.getEvent()?.getEvent();
      const checkpoint = message.getCheckpoint();
      if (found) event = { position: positionOf(found), stream: nameOfStream(found) };
      else if (checkpoint) end = positionOf(checkpoint);
      if (event || message.hasCaughtUp() || (end > start && monotonicMs() > until)) break;
    }
    gaps.add({ start: from, stream: undefined, end });
    return { end, event };
  }
}
