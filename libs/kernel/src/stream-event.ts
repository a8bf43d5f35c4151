import type { DomainEvent } from './decider.js';

/** What every event carries beside its data: whose it is, and what caused it. */
export interface EventMetadata {
  readonly organizationId: string;
  readonly livemode: boolean;
  /** The command that the events answer; a redelivered command is recognised by it. */
  readonly commandId: string;
  /** Ties together everything that one request set in motion (the log id of the HTTP answer). */
  readonly correlationId: string;
  /** Who asked: a key, a user, or a process of the service itself. */
  readonly actor: string;
  /** W3C Trace Context of what asked, where it is traced. */
  readonly traceparent?: string;
}

interface InStream {
  readonly id: string;
  readonly streamId: string;
  /** Place in its stream, from 0. */
  readonly revision: number;
  readonly recordedAt: Date;
  readonly metadata: EventMetadata;
}

/**
 * An event in its stream, from the store or from Kafka. Its type determines its data.
 */
export type StreamEvent<Event extends DomainEvent = DomainEvent> = Event extends DomainEvent
  ? InStream & { readonly type: Event['type']; readonly data: Event['data'] }
  : never;
