import { AsyncResource } from 'node:async_hooks';
import { monotonicMs } from '#kernel';
import type { EventStore } from '#event-store';
import type { Metrics } from '../metrics/metrics.js';
import { businessOutcome } from '../metrics/outcomes.js';
import { inSpan, type Tracing } from './tracing.js';

/** An event store whose appends are measured and traced; what they mean to the business is counted too. */
export const observeStore = (
  store: EventStore,
  { metrics, tracing }: { readonly metrics: Metrics; readonly tracing: Tracing | undefined },
): EventStore => ({
  ...(store.positionsPerEvent !== undefined && { positionsPerEvent: store.positionsPerEvent }),
  append: (streamId, expectedRevision, events, metadata) => {
    const attributes = { 'timbra.stream': streamId, 'timbra.events': events.length };
    return inSpan(tracing, { name: 'append events', kind: 'client', attributes }, async (span) => {
      const began = monotonicMs();
      let outcome = 'failed';
      try {
        const appended = await store.append(streamId, expectedRevision, events, metadata);
        outcome = appended.kind;
        span?.set({ 'timbra.outcome': outcome });
        if (appended.kind === 'appended')
          for (const event of events) {
            metrics.eventsAppended.inc({ type: event.type });
            const counted = businessOutcome(event);
            if (counted) metrics[counted.counter].inc({ outcome: counted.outcome });
          }
        return appended;
      } finally {
        metrics.appendSeconds.observe({ outcome }, (monotonicMs() - began) / 1000);
      }
    });
  },
  read: (streamId, fromRevision, toRevision) => store.read(streamId, fromRevision, toRevision),
  readFeed: (after, limit) => store.readFeed(after, limit),
  readFeedOf: (prefixes, after, limit) => store.readFeedOf(prefixes, after, limit),
  head: () => store.head(),
  ...(store.isPlace && { isPlace: store.isPlace.bind(store) }),
  // Work that a listener starts belongs to no request, although the listener is called during one.
  onAppended: (listener) => store.onAppended(AsyncResource.bind(listener)),
  close: () => store.close(),
});
