import type { DomainEvent, EventMetadata, Position, StreamEvent } from '#kernel';

export type { EventMetadata } from '#kernel';

/** The revision to expect of a stream that must not exist yet. */
export const NO_STREAM = -1;

/** An event to append. The id is deterministic for its command, so that a repeated append is recognised. */
export interface NewEvent extends DomainEvent {
  readonly id: string;
  /** The data as JSON text, if the writer has it already. */
  readonly json?: string;
}

/** An event as the store keeps it: in its stream, and in the feed of all streams. */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = StreamEvent<Event> & {
  /** Place in the feed of all events: grows, with holes. */
  readonly position: Position;
};

export type AppendOutcome =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: Position }
  /** The stream is not at the expected revision, and what stands there are not these events. */
  | { readonly kind: 'conflict'; readonly actualRevision: number };

/** What `append` is asked for. */
export interface Append {
  readonly streamId: string;
  readonly expectedRevision: number;
  readonly events: readonly NewEvent[];
  readonly metadata: EventMetadata;
}

/**
 * Of an append that was to be stored with another one. `not_led`: that one was not, so nothing was stored of this one. `failed`: this one
 * failed after that one was stored, or had to be left out of its transaction.
 */
export type LedOutcome =
  AppendOutcome | { readonly kind: 'not_led' } | { readonly kind: 'failed'; readonly error: unknown };

export interface TogetherOutcome {
  readonly leader: AppendOutcome;
  /** In the order of what was asked for. */
  readonly followers: readonly LedOutcome[];
}

/** Some streams' part of the feed. */
export interface FeedPage {
  readonly events: RecordedEvent[];
  /**
   * Up to here nothing of these streams is missing: what follows is read after it. It moves past the events of other streams
   * too, so that nobody looks at those twice. The position asked for, where there is nothing after it yet.
   */
  readonly looked: Position;
}

/** What this process has appended, as the feed has it. */
export interface AppendedPage {
  /** Between this position and the first of the events there is nothing in the feed, and nothing between the events. */
  readonly after: Position;
  readonly events: readonly RecordedEvent[];
}

export type AppendListener = (position: Position, streams?: readonly string[], page?: AppendedPage) => void;

/**
 * The event store port. Adapters pass `eventStoreContract` (contract.ts).
 *
 * - A stream's events are appended whole or not at all, at the expected revision.
 * - Appending the same event ids at the same revision again changes nothing and answers as the first time.
 * - The feed is totally ordered and free of gaps: once a reader has seen a position,
 *   no event ever appears at or below it, and each stream's events come in order.
 */
export interface EventStore {
  append(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
  ): Promise<AppendOutcome>;
  /**
   * Stores an append and those that follow from it, in their order and in one transaction where nothing speaks against one of them.
   * One that follows is stored only where the first one is; its own conflict is its own. Not said: the store can't.
   */
  appendTogether?(leader: Append, followers: readonly Append[]): Promise<TogetherOutcome>;
  /** The stream's events from a revision on, up to another one or to its end, oldest first; empty for an unknown stream. */
  read(streamId: string, fromRevision?: number, toRevision?: number): Promise<RecordedEvent[]>;
  /**
   * At most `limit` events after a position, in feed order. The position is one that the store gave, or 0n
   * for the start: not every number is a place in the feed.
   */
  readFeed(after: Position, limit: number): Promise<RecordedEvent[]>;
  /**
   * As `readFeed`, of the streams alone whose names begin with one of these prefixes ('' is all). There may be more even where
   * fewer than `limit` came, or none: until `looked` is the position that was asked for.
   */
  readFeedOf(prefixes: readonly string[], after: Position, limit: number): Promise<FeedPage>;
  /** The position of the newest event, 0n when there is none. */
  head(): Promise<Position>;
  /** Whether it can read from a position: nowhere else than from one that it gave. Not said: from any. */
  isPlace?(position: Position): Promise<boolean>;
  /**
   * Calls back with the newest position after appends of this process, and of others where the store tells:
   * a hint to read the feed, not a promise. `streams`: how the names of the streams begin that were appended to, where the store
   * says it; undefined: any. `page`: the events themselves, where they are this process's and the store knows that they follow each
   * other: who has read up to `after` need not read them.
   */
  onAppended(listener: AppendListener): () => void;
  /** How far apart the positions of neighbouring events lie, roughly; 1 where it is not said. */
  readonly positionsPerEvent?: number;
  /** Waits for appends under way. */
  close(): Promise<void>;
}
