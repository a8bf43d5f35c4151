import type { Exactly, Commands, CommandType, Catalogue, DataOf, EventOf, StreamPrefix } from '#contracts';
import type { StreamEvent } from '#kernel';
import { ofStreams, type OfStreams } from '../streams/of-streams.js';

/** A command as a process manager wants it: the rest of the envelope follows from the event. */
export interface Intent<Type extends CommandType<Types>, Types extends Catalogue<Types> = Commands> {
  readonly type: Type;
  readonly key: string;
  readonly data: DataOf<Type, Types>;
}

/** What a process manager wants done about an event. */
export type Effect<Types extends Catalogue<Types> = Commands> =
  | { readonly kind: 'send'; readonly command: Intent<CommandType<Types>, Types> }
  /** At an instant, ISO 8601 in UTC. */
  | { readonly kind: 'schedule'; readonly command: Intent<CommandType<Types>, Types>; readonly at: string }
  | { readonly kind: 'ignore'; readonly reason: string };

export const send = <Type extends CommandType, Given extends DataOf<Type>>(
  type: Type,
  key: string,
  data: Exactly<DataOf<Type>, Given>,
): Effect => ({
  kind: 'send',
  command: { type, key, data },
});
export const schedule = <Type extends CommandType, Given extends DataOf<Type>>(
  at: string,
  type: Type,
  key: string,
  data: Exactly<DataOf<Type>, Given>,
): Effect => ({
  kind: 'schedule',
  at,
  command: { type, key, data },
});
export const ignore = (reason: string): Effect => ({ kind: 'ignore', reason });

/** What a process manager does about the events of each kind of stream. */
export type Reactions = OfStreams<Effect>;

/**
 * A policy that turns events into commands. Pure: what it needs to know stands in the event, and what it
 * has to remember is kept as events by the aggregates that it commands. Every event type that it does not
 * act on is ignored with a reason.
 */
export interface ProcessManager<Types extends Catalogue<Types> = Commands> {
  readonly name: string;
  /** Prefixes of the streams it follows. */
  readonly streams: readonly string[];
  /**
   * Where it begins when it starts for the first time: at the beginning of all events, or with the next one. `now` is for
   * what tells people something: of what happened before the release that brought it, nobody is told.
   */
  readonly begins?: 'now';
  /**
   * Types of events whose commands may be begun while the event is being stored (ahead/ahead.ts): nothing of theirs but appends can
   * be seen outside of the process before the first one is answered, and what other events led to may come after them.
   */
  readonly ahead?: readonly string[];
  /** Called for events of those streams alone. */
  readonly react: (event: StreamEvent) => readonly Effect<Types>[];
}

/** A process manager over the catalogue's streams: one reaction for each prefix that it follows, total over its events. */
export function defineProcess({
  name,
  begins,
  ahead,
  react,
}: {
  readonly name: string;
  readonly begins?: 'now';
  readonly ahead?: readonly EventOf<StreamPrefix>['type'][];
  readonly react: Reactions;
}): ProcessManager {
  const { streams, of } = ofStreams(react);
  return { name, ...(begins && { begins }), ...(ahead && { ahead }), streams, react: of };
}
