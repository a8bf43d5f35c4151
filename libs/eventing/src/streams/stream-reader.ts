import type { EventStore } from '#event-store';

/**
 * Reads streams of any service, each up to its end at the moment of the question. Adapters pass `streamsContract`
 * (streams-contract.ts).
 */
export type StreamReader = Pick<EventStore, 'read'>;

export interface SplitStreamsOptions {
  /** The store of the services of this process. */
  readonly store: StreamReader;
  /** How the streams begin that they write. */
  readonly owns: readonly string[];
  /** Those of other services. */
  readonly others: StreamReader;
}

/** Streams of one's own from one's own store, and those of others from their owners. */
export const splitStreams = ({ store, owns, others }: SplitStreamsOptions): StreamReader => ({
  read: (streamId, from, to) => {
    const reader = owns.some((prefix) => streamId.startsWith(prefix)) ? store : others;
    return reader.read(streamId, from, to);
  },
});
