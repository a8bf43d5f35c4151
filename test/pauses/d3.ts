import { until } from '#bus/testing/until';
import { invoice, triggered } from '../support/bodies.js';
import type { Stage } from './stage.js';

/**
 * The provider refuses what was a draft. The process that records it stops before it gives the folio back. Meanwhile the
 * draft is mended and stamped, with the same folio; then the first one wakes up and gives it back.
 */
export async function folioTwice(stage: Stage): Promise<void> {
  const series = 'LATE';
  const draft = await stage.draft(triggered('SANDBOX-REFUSED', { series }));
  const stopped = await stage.stopAt('invoicing', 'before', /UPDATE invoicing\.folio_counters/, () =>
    stage.client.attempt(`POST /invoices/${draft.id}/stamp`),
  );
  const { items } = invoice();
  // Who edits it before the refusal can be read is told to try again.
  await until(
    async () => (await stage.client.send(`PUT /invoices/${draft.id}`, { items })).status === 200,
    60_000,
  );
  await stage.ok(`POST /invoices/${draft.id}/stamp`);
  await stopped.wake();
  await stage.quiet();
  await stage.ok('POST /invoices', invoice({ series }));
}
