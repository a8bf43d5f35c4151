import { lineOfStream } from '#contracts';
import { allButAppends, type EventStore, type RecordedEvent } from '#event-store';

/** A service reads, follows or writes a stream of another service in a store that need not have it. */
export class ForeignStream extends Error {
  override readonly name = 'ForeignStream';

  constructor(reader: string, stream: string) {
    const owner = lineOfStream(stream) ?? 'no service that is known';
    super(
      `${reader} reaches into the store for "${stream}", which belongs to ${owner}: ask for it (STREAMS)`,
    );
  }
}

export interface OwnStreamsOptions {
  /** The service, or services, of the process: named in the error. */
  readonly reader: string;
  /** How the streams begin that they own. */
  readonly owns: readonly string[];
}

/**
 * The store as a process sees it that follows other services over topics: as if nobody else had one there. Where all share one
 * database it would work as well without, until the first service gets one of its own.
 */
export function ownStreamsOnly(store: EventStore, { reader, owns }: OwnStreamsOptions): EventStore {
  const check = (stream: string): void => {
    if (!owns.some((prefix) => stream.startsWith(prefix))) throw new ForeignStream(reader, stream);
  };
  const own: EventStore = {
    ...allButAppends(store),
    append: async (streamId, expectedRevision, events, metadata) => {
      check(streamId);
      return store.append(streamId, expectedRevision, events, metadata);
    },
    read: async (streamId, fromRevision, toRevision) => {
      check(streamId);
      return store.read(streamId, fromRevision, toRevision);
    },
    readFeed: async (after, limit) => {
      for (let from = after; owns.length > 0;) {
        const { events, looked } = await store.readFeedOf(owns, from, limit);
        if (events.length > 0 || looked === from) return events;
        from = looked;
      }
      return new Array<RecordedEvent>();
    },
    readFeedOf: async (prefixes, after, limit) => {
      for (const prefix of prefixes) check(prefix);
      return store.readFeedOf(prefixes, after, limit);
    },
  };
  return own;
}
