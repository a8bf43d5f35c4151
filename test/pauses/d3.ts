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
  await stage.ok(`PUT /invoices/${draft.id}`, { items });
  await stage.ok(`POST /invoices/${draft.id}/stamp`);
  await stopped.wake();
  await stage.quiet();
  await stage.ok('POST /invoices', invoice({ series }));
}
