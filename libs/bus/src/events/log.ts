import type { Position, StreamEvent } from '#kernel';

/** An event in a partition of a log, not opened yet. */
export interface LogMessage {
  readonly offset: bigint;
  /** The event's position in its owner's store. */
  readonly position: Position;
  /** The position of the event before it in the partition, 0n if there is none; undefined: the message does not say. */
  readonly previous: Position | undefined;
  /** What it takes in memory, roughly. */
  readonly bytes: number;
  /**
   * The event as it was written: its type names its version (`InvoiceIssued@2`).
   * @throws where it can't be read
   */
  open(): Promise<StreamEvent>;
}

/** A piece of a partition. */
export interface LogPage {
  /** In the order of their offsets. */
  readonly messages: readonly LogMessage[];
  /** The offset after it. */
  readonly next: bigint;
  /** The offset after the log's last message, as far as is known. */
  readonly end: bigint;
}

/** The log does not have the offset: it lies before what is kept, or after the end. */
export class NotInLog extends Error {
  override readonly name = 'NotInLog';
}

/** The partition was given away, or must be begun again: nothing more comes of this reading. */
export class PartitionGone extends Error {
  override readonly name = 'PartitionGone';
}

/**
 * A partition of the log of one kind of aggregate, from the moment that this process has it until it is given away, or the
 * group of readers changes in any other way.
 *
 * - The events of a stream are all in one partition, in the order of their positions. After a failure of the writer older
 *   ones may come again. No event comes before an earlier one that has not been in the log.
 * - The log may lose its oldest messages, or all of them, and be written again: its offsets then begin at 0.
 * - Each message names the event before it in the partition. So a reader that has not had that one sees that it was lost.
 */
export interface PartitionLog {
  readonly aggregate: string;
  readonly partition: number;
  /** The offset after the last message that is there now. */
  end(): Promise<bigint>;
  /**
   * The messages from an offset on, as many as come at once. At the end of the log it waits for the next one. Empty where
   * the signal ends the wait, and where what is there is no event. One read at a time.
   * @throws {NotInLog}
   * @throws {PartitionGone}
   */
  read(from: bigint, signal: AbortSignal): Promise<LogPage>;
}

/** Logs of domain events, shared with the other processes of a service: each partition is with one of them. */
export interface EventLog {
  /**
   * Begins to take part.
   * @param assigned is called with all partitions that this process has, at each change; the former ones are gone
   */
  open(aggregates: readonly string[], assigned: (partitions: readonly PartitionLog[]) => void): Promise<void>;
  /** Gives all partitions to others. */
  close(): Promise<void>;
}
