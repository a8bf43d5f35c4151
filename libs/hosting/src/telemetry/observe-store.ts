import { AsyncResource } from 'node:async_hooks';
import { monotonicMs } from '#kernel';
import type { Append, AppendOutcome, EventStore, NewEvent, TogetherOutcome } from '#event-store';
import type { Metrics } from '../metrics/metrics.js';
import { businessOutcome } from '../metrics/outcomes.js';
import { inSpan, type Tracing } from './tracing.js';

/** An event store whose appends are measured and traced; what they mean to the business is counted too. */
export const observeStore = (
  store: EventStore,
  { metrics, tracing }: { readonly metrics: Metrics; readonly tracing: Tracing | undefined },
): EventStore => {
  const observed = ({ streamId, events }: Append, work: () => Promise<AppendOutcome>) => {
    const attributes = { 'timbra.stream': streamId, 'timbra.events': events.length };
    return inSpan(tracing, { name: 'append events', kind: 'client', attributes }, async (span) => {
      const began = monotonicMs();
      let outcome = 'failed';
      try {
        const appended = await work();
        outcome = appended.kind;
        span?.set({ 'timbra.outcome': outcome });
        if (appended.kind === 'appended') count(metrics, events);
        return appended;
      } finally {
        metrics.appendSeconds.observe({ outcome }, (monotonicMs() - began) / 1000);
      }
    });
  };
  return {
    ...(store.positionsPerEvent !== undefined && { positionsPerEvent: store.positionsPerEvent }),
    append: (streamId, expectedRevision, events, metadata) =>
      observed({ streamId, expectedRevision, events, metadata }, () =>
        store.append(streamId, expectedRevision, events, metadata),
      ),
    ...(store.appendTogether && {
      // One span and one duration: what follows is stored in the same commit.
      appendTogether: async (leader, followers) => {
        let together: TogetherOutcome | undefined;
        await observed(leader, async () => {
          together = await store.appendTogether!(leader, followers);
          return together.leader;
        });
        for (const [n, { events }] of followers.entries())
          if (together!.followers[n]?.kind === 'appended') count(metrics, events);
        return together!;
      },
    }),
    read: (streamId, fromRevision, toRevision) => store.read(streamId, fromRevision, toRevision),
    readFeed: (after, limit) => store.readFeed(after, limit),
    readFeedOf: (prefixes, after, limit) => store.readFeedOf(prefixes, after, limit),
    head: () => store.head(),
    ...(store.isPlace && { isPlace: store.isPlace.bind(store) }),
    // Work that a listener starts belongs to no request, although the listener is called during one.
    onAppended: (listener) => store.onAppended(AsyncResource.bind(listener)),
    close: () => store.close(),
  };
};

/** Counts events that were stored, and what they mean to the business. */
function count(metrics: Metrics, events: readonly NewEvent[]): void {
  for (const event of events) {
    metrics.eventsAppended.inc({ type: event.type });
    const counted = businessOutcome(event);
    if (counted) metrics[counted.counter].inc({ outcome: counted.outcome });
  }
}
