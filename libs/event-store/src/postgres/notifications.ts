import { readPosition, writePosition, type Position } from '#kernel';

/**
 * What the database tells this process of the work of others (NOTIFY): hints to look, never promises. The connection is
 * hosting's (hosting/src/postgres/notifications.ts).
 */
export interface Notifications {
  /**
   * Calls back with each text that is told on a channel, by any process, this one too. Undefined: some may have been missed,
   * as after a connection that was lost.
   */
  on(channel: string, hear: (text: string | undefined) => void): () => void;
  /** Whether they get here, as far as is known. Where they don't (a pooler between), only looking often helps. */
  readonly arrive: boolean;
}

/** On which appends are told. */
export const APPENDED = 'timbra_appended';

/** What is told of appends. */
export interface Appended {
  /** Of its newest event. */
  readonly position: Position;
  /** How the names of its streams begin; undefined: they were too many to say. */
  readonly streams: readonly string[] | undefined;
}

/** Beyond this many characters the streams are left out: a notification has at most 8,000 bytes. */
const MOST_STREAMS = 4_000;

/** `<position> <prefix> <prefix> …`, as `event_store.append` writes it for processes of the release before. */
export function writeAppended({ position, streams = [] }: Appended): string {
  const prefixes = streams.join(' ');
  const text = writePosition(position);
  return prefixes.length > 0 && prefixes.length <= MOST_STREAMS ? `${text} ${prefixes}` : text;
}

/** What `writeAppended` wrote; undefined: it was somebody else's. */
export function readAppended(text: string): Appended | undefined {
  const [position = '', ...streams] = text.split(' ');
  if (!/^\d{1,19}$/.test(position)) return undefined;
  return { position: readPosition(position), streams: streams.length > 0 ? streams : undefined };
}
