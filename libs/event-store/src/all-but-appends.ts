import type { EventStore } from './port.js';

/** All that a store does beside appending, as it does it: for stores that are made of another one, and change some of it. */
export const allButAppends = (store: EventStore): Omit<EventStore, 'append' | 'appendTogether'> => ({
  ...(store.positionsPerEvent !== undefined && { positionsPerEvent: store.positionsPerEvent }),
  read: (streamId, fromRevision, toRevision) => store.read(streamId, fromRevision, toRevision),
  readFeed: (after, limit) => store.readFeed(after, limit),
  readFeedOf: (prefixes, after, limit) => store.readFeedOf(prefixes, after, limit),
  head: () => store.head(),
  ...(store.isPlace && { isPlace: store.isPlace.bind(store) }),
  onAppended: (listener) => store.onAppended(listener),
  close: () => store.close(),
});
