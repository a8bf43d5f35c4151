import { follow, type AnyEventConsumer } from '#bus';
import type { Position } from '#kernel';
import type { FeedPage, RecordedEvent } from '#event-store';

/** A consumer of the store's own feed; its events have their positions for one that needs them. */
export type FeedConsumer = AnyEventConsumer | AnyEventConsumer<RecordedEvent>;

/** A page that is being read before it is asked for. */
interface Ahead {
  readonly after: Position;
  readonly page: Promise<FeedPage>;
}

/** A consumer, and how far it is. */
export interface Following {
  readonly consumer: FeedConsumer;
  /** After which event to go on; undefined: the checkpoint has to be loaded, because of a failure too. */
  position: Position | undefined;
  lastPosition: Position | undefined;
  failures: number;
  /** When the first of them was, by `nowMs`. */
  failedAt: number;
  lastError: string | undefined;
  /** The batch that follows the one that is being handled, while it is far behind. */
  ahead: Ahead | undefined;
  /** Where it stood when it was last seen that another process runs it; undefined while it is ours to run. */
  overtakenAt: Position | undefined;
  /** Since its last start: what it has taken, and could not keep afterwards. */
  taken: { undone?: { readonly error: unknown } };
  /** Ends its wait for what is new; undefined: it does not wait. */
  wake: (() => void) | undefined;
  /** It was moved past events of others while it waited, and has not been told. */
  isPassed: boolean;
}

export const newFollowing = (consumer: FeedConsumer): Following => ({
  consumer,
  position: undefined,
  lastPosition: undefined,
  failures: 0,
  failedAt: 0,
  lastError: undefined,
  ahead: undefined,
  overtakenAt: undefined,
  taken: {},
  wake: undefined,
  isPassed: false,
});

/** Wakes one that waits, where any of the events is for it; else it is past them, and need not wake for that. */
export function passOn(following: Following, events: readonly RecordedEvent[], newest: Position): void {
  const { consumer, position, wake } = following;
  if (!wake) return;
  if (follow(consumer, events).length > 0) {
    // It goes on in a later turn, from where it is: until then nothing may move it past these.
    following.wake = undefined;
    return wake();
  }
  if (position === undefined || position >= newest) return;
  following.position = newest;
  following.lastPosition = newest;
  following.isPassed = true;
}
