import type { StreamEvent } from '#kernel';

/** An event of a service's store as JSON, with its place in that store. */
export interface PlacedEventJson extends Omit<StreamEvent, 'recordedAt'> {
  /** As text: JSON's numbers end at 2^53. */
  readonly position: string;
  /** ISO 8601. */
  readonly recordedAt: string;
}

/** A question to the owner of streams: what it has stored of one partition after a position. */
export interface PastAsked {
  /** How the names of the streams begin, without the last hyphen: `invoice`. */
  readonly aggregate: string;
  readonly partition: number;
  /** How many partitions their topic has. */
  readonly partitions: number;
  /** As text, as in the events. */
  readonly after: string;
  /** So many events at most. */
  readonly limit: number;
}

/** A page of it. */
export interface PastTold {
  /** Their types name their versions, as the store has them: `InvoiceIssued@2`. */
  readonly events: readonly PlacedEventJson[];
  /** Up to this position these are all. */
  readonly looked: string;
  /** Whether nothing else had been stored when the owner looked. */
  readonly end: boolean;
}

/** A question to the owner of a stream: its events from a revision on. */
export interface StreamAsked {
  readonly stream: string;
  readonly from: number;
  /** The last revision that is asked for; null: all there are. */
  readonly to: number | null;
}

/** A page of it. */
export interface StreamTold {
  /** As in {@link PastTold}. */
  readonly events: readonly PlacedEventJson[];
  /** Whether these are all; otherwise the next page begins after the last one. */
  readonly end: boolean;
}
