import type { RecordedEvent } from '#event-store';

/** A command as a process manager wants it: the rest of the envelope follows from the event. */
export interface Intent {
  readonly type: string;
  readonly key: string;
  readonly data: unknown;
}

/** What a process manager wants done about an event. */
export type Effect =
  | { readonly kind: 'send'; readonly command: Intent }
  /** At an instant, ISO 8601 in UTC. */
  | { readonly kind: 'schedule'; readonly command: Intent; readonly at: string }
  | { readonly kind: 'ignore'; readonly reason: string };

export const send = (type: string, key: string, data: unknown): Effect => ({
  kind: 'send',
  command: { type, key, data },
});
export const schedule = (at: string, type: string, key: string, data: unknown): Effect => ({
  kind: 'schedule',
  at,
  command: { type, key, data },
});
export const ignore = (reason: string): Effect => ({ kind: 'ignore', reason });

/**
 * A policy that turns events into commands. Pure: what it needs to know stands in the event, and what it
 * has to remember is kept as events by the aggregates that it commands. Every event type that it does not
 * act on is ignored with a reason.
 */
export interface ProcessManager {
  readonly name: string;
  /** Prefixes of the streams it follows. */
  readonly streams: readonly string[];
  readonly react: (event: RecordedEvent) => readonly Effect[];
}
