import type pg from 'pg';
import type { SystemNow } from '#kernel';
import type { Metrics } from '#hosting';
import { isGone } from './health.js';
import type { Claimed, Result } from './claimed.js';

/** Told of every attempt. */
export interface Observer {
  /** Of before: attempts that were cut off, and deliveries whose time was over. */
  claimed(counts: { readonly interrupted: number; readonly givenUp: number }): void;
  begun(claimed: Claimed): void;
  ended(result: Result): void;
}

export const NO_OBSERVER: Observer = { claimed: () => {}, begun: () => {}, ended: () => {} };

/** Counts attempts in the metrics of the process. */
export const observe = (metrics: Metrics, systemNow: SystemNow): Observer => ({
  claimed: ({ interrupted, givenUp }) => {
    if (interrupted > 0) metrics.webhookAttempts.inc({ outcome: 'interrupted' }, interrupted);
    if (givenUp > 0) metrics.webhookDeliveries.inc({ outcome: 'given_up' }, givenUp);
  },
  begun: ({ attempts, dueAt }) => {
    if (attempts === 1)
      metrics.webhookLag.observe(Math.max(0, systemNow().getTime() - dueAt.getTime()) / 1000);
  },
  ended: ({ sent, counts, nextAt }) => {
    metrics.webhookAttempts.inc({ outcome: outcomeOf(sent.error, sent.status_code, counts) });
    if (counts) metrics.webhookSeconds.observe(sent.duration_ms / 1000);
    if (nextAt === null)
      metrics.webhookDeliveries.inc({ outcome: sent.error === null ? 'delivered' : 'given_up' });
  },
});

function outcomeOf(error: string | null, statusCode: number | null, counts: boolean): string {
  if (!counts) return 'unsent';
  if (error === null) return 'succeeded';
  return isGone(statusCode) ? 'gone' : 'failed';
}

interface State {
  readonly waiting: number;
  readonly oldest: number | null;
  readonly enabled: number;
  readonly failing: number;
  readonly disabled: number;
}

/** One look at the index for each endpoint that something waits for. */
const READ_STATE = `
  SELECT (SELECT count(*)::int FROM (SELECT FROM webhooks.deliveries LIMIT 10000) AS d) AS waiting,
         (SELECT extract(epoch FROM $1::timestamptz - min(
            (SELECT d.due_at FROM webhooks.deliveries AS d WHERE d.endpoint_id = e.id ORDER BY d.due_at LIMIT 1)))::float8
          FROM webhooks.endpoints AS e LEFT JOIN webhooks.health AS h ON h.endpoint_id = e.id
          WHERE h.failing_since IS NULL) AS oldest,
         count(*) FILTER (WHERE e.doc->>'status' = 'enabled')::int AS enabled,
         count(*) FILTER (WHERE e.doc->>'status' = 'enabled' AND h.failing_since IS NOT NULL)::int AS failing,
         count(*) FILTER (WHERE e.doc->>'status' = 'disabled')::int AS disabled
  FROM webhooks.endpoints AS e LEFT JOIN webhooks.health AS h ON h.endpoint_id = e.id`;

/** Shows what waits and how endpoints do, read each time the metrics are. */
export function showState(
  metrics: Metrics,
  state: { readonly pool: pg.Pool; readonly systemNow: SystemNow; readonly inFlight: () => number },
): void {
  metrics.beforeReading(async () => metrics.webhooksInFlight.set(state.inFlight()));
  const read = () => state.pool.query<State>(READ_STATE, [state.systemNow().toISOString()]);
  metrics.showRow(read, (row) => {
    metrics.webhooksWaiting.set(row.waiting);
    metrics.webhooksOldest.set(Math.max(0, row.oldest ?? 0));
    for (const status of ['enabled', 'failing', 'disabled'] as const)
      metrics.webhookEndpoints.set({ status }, row[status]);
  });
}
