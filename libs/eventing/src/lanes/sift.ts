import type { Position } from '#kernel';
import type { LogMessage } from '#bus';

/** What a lane takes of a page. */
export interface Sifted {
  readonly taken: readonly LogMessage[];
  /** The first message before which the log lacks events, if there is one: nothing is taken from there on. */
  readonly behindHole: LogMessage | undefined;
}

/**
 * The messages above a position. Each names the event before it in the partition: a lane that has not come as far as that one
 * has not been shown all that came before the message. One of the release before names none, and is taken.
 */
export function siftMessages(messages: readonly LogMessage[], after: Position): Sifted {
  const taken: LogMessage[] = [];
  let position = after;
  for (const message of messages) {
    if (message.position <= position) continue;
    if (message.previous !== undefined && message.previous > position) return { taken, behindHole: message };
    taken.push(message);
    ({ position } = message);
  }
  return { taken, behindHole: undefined };
}
