import { AsyncResource } from 'node:async_hooks';
import { monotonicMs } from '#kernel';
import { allButAppends, type Append, type EventStore, type LedOutcome } from '#event-store';
import type { Metrics } from '../metrics/metrics.js';
import { businessOutcome } from '../metrics/outcomes.js';
import { inSpan, type Tracing } from './tracing.js';

/** An event store whose appends are measured and traced; what they mean to the business is counted too. */
export const observeStore = (
  store: EventStore,
  { metrics, tracing }: { readonly metrics: Metrics; readonly tracing: Tracing | undefined },
): EventStore => {
  const observed = <Outcome extends LedOutcome>(
    { streamId, events }: Append,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    const attributes = { 'timbra.stream': streamId, 'timbra.events': events.length };
    return inSpan(tracing, { name: 'append events', kind: 'client', attributes }, async (span) => {
      const began = monotonicMs();
      let outcome = 'failed';
      try {
        const appended = await work();
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
  };
  const appendTogether = store.appendTogether?.bind(store);
  return {
    ...allButAppends(store),
    append: (streamId, expectedRevision, events, metadata) =>
      observed({ streamId, expectedRevision, events, metadata }, () =>
        store.append(streamId, expectedRevision, events, metadata),
      ),
    ...(appendTogether && {
      // Each is seen as an append of its own.
      appendTogether: async (leader, followers) => {
        const together = appendTogether(leader, followers);
        const led = async (n: number): Promise<LedOutcome> =>
          (await together).followers[n] ?? { kind: 'not_led' };
        const [leading, ...following] = await Promise.allSettled([
          observed(leader, async () => (await together).leader),
          ...followers.map((follower, n) => observed(follower, () => led(n))),
        ]);
        return { leader: valueOf(leading), followers: following.map(valueOf) };
      },
    }),
    // Work that a listener starts belongs to no request, although the listener is called during one.
    onAppended: (listener) => store.onAppended(AsyncResource.bind(listener)),
  };
};

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
