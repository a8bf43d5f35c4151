import type { Position } from '#kernel';
import type { PlacedEvent } from '#bus';

/** A piece of the past of one partition. */
export interface PastPage {
  /** In their present shape, in the order of their positions. */
  readonly events: readonly PlacedEvent[];
  /** Up to this position these are all, and the next page begins after it. Beyond the last event where others' followed. */
  readonly looked: Position;
  /** Whether nothing else of the partition had been stored when the owner looked, which was after it was asked. */
  readonly end: boolean;
}

/**
 * What the owner of streams has stored: asked where the log of its events does not reach back far enough. Adapters pass
 * `pastContract` (past-contract.ts).
 */
export interface Past {
  /**
   * The events of one partition after a position, at most `limit`. Fewer where they are large; fewer, and even none,
   * where they are far apart in the store, so that no page takes long. Each page gets further, or is the end. Only where the signal
   * ends the wait does it come back with nothing.
   */
  read(
    aggregate: string,
    partition: number,
    after: Position,
    limit: number,
    signal: AbortSignal,
  ): Promise<PastPage>;
}
