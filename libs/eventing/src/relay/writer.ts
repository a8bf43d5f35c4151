import type { Message } from '#bus/kafka/codec';

/** An event's message, and where it goes. */
export interface DomainMessage {
  /** The kind of stream: what the topic's name ends with. */
  readonly aggregate: string;
  readonly partition: number;
  readonly message: Message;
}

/** Writes domain events to their topics. The messages of a partition are stored in the order in which they were given. */
export interface DomainEventWriter {
  /** How many partitions the topic of an aggregate has. */
  partitions(aggregate: string): Promise<number>;
  /**
   * One request. Resolves once all in-sync replicas have all of it. Where it throws, each partition may have the first
   * of its messages, or all: they are to be written again, and may then be there twice.
   */
  write(messages: readonly DomainMessage[]): Promise<void>;
}
