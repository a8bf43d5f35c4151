import type pg from 'pg';
import type { EventStore } from '#event-store';
import type { StreamReader } from '#eventing';
import type { Logger } from '#hosting';

/** Names the consumer and its place for all streams. */
export const COLLECTOR = 'webhooks.collector';

export interface CollectorOptions {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** Of all services. */
  readonly streams: StreamReader;
  readonly log: Logger;
  /** How long events are kept, in days; 0: for ever. Older ones are passed over. */
  readonly eventDays: number;
  /** How long the API waits for an outcome before it answers without. */
  readonly answerWaitMs: number;
  /** How long rows that nobody waits for are gathered. */
  readonly gatherMs?: number;
}
