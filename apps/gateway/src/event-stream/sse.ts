/** Server-sent events, as https://html.spec.whatwg.org/multipage/server-sent-events.html has them. */

/** An event of one line of data: JSON, which has no line breaks of its own. */
export const toFrame = (event: {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}): string => `id: ${event.id}\nevent: ${event.type}\ndata: ${event.data}\n\n`;

/** How many milliseconds a client waits before it connects again. */
export const retryFrame = (ms: number): string => `retry: ${ms}\n\n`;

/** Keeps proxies from taking a quiet stream for a dead one, and tells how far it is: events that a filter left out count too. */
export const heartbeatFrame = (id: string): string => `: still here\nid: ${id}\n\n`;
