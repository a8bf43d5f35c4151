import type { EventOf, StreamPrefix } from '#contracts';
import type { StreamEvent } from '#kernel';

/** What is made of the events of each kind of stream; `id`: the stream's name without its prefix. */
export type OfStreams<Made> = {
  readonly [Prefix in StreamPrefix]?: (id: string, event: StreamEvent<EventOf<Prefix>>) => readonly Made[];
};

/**
 * What is made of an event of any of these streams. The store knows events by the names of their streams: an event in
 * `stamping-...` is a StampingEvent. The code that appended it was checked for that, so here it gets its type back.
 * @returns `{ streams, of }`: their prefixes, and all that is made of an event of one of them
 */
export function ofStreams<Made>(kinds: OfStreams<Made>): {
  readonly streams: readonly string[];
  readonly of: (event: StreamEvent) => readonly Made[];
} {
  const entries = Object.entries(kinds) as [string, (id: string, event: never) => readonly Made[]][];
  return {
    streams: entries.map(([prefix]) => prefix),
    of: (event) =>
      entries
        .filter(([prefix]) => event.streamId.startsWith(prefix))
        .flatMap(([prefix, make]) => make(event.streamId.slice(prefix.length), event as never)),
  };
}
