import type { Position } from '#kernel';
import type { RecordedEvent } from '#event-store';

/** A piece of the past of one partition. */
export interface PastPage {
  /** In their present shape, in the order of their positions. */
  readonly events: readonly RecordedEvent[];
  /** Whether these were all: nothing else had been stored when the owner looked. */
  readonly end: boolean;
}

/** What the owner of streams has stored: asked where the log of its events does not reach back far enough. */
export interface Past {
  /** The events of one partition after a position, so many at most; none only where that is the end. */
  read(aggregate: string, partition: number, after: Position, limit: number): Promise<PastPage>;
}
