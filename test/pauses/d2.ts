import { appends } from '../failures/steps.js';
import type { Stage } from './stage.js';

/**
 * A payment that is a draft claims a balance, and its process stops before the payment is issued. Another payment of
 * the whole balance comes once the claim is old enough to be taken for one whose maker died. The first one wakes up.
 */
export async function balancePaidTwice(stage: Stage): Promise<void> {
  const invoice = await stage.paidInParts();
  const first = await stage.draft(stage.paymentOf(invoice, 1160), 0);
  // The other replica's: it need not wait until the first one is missed.
  const second = await stage.draft(stage.paymentOf(invoice, 1160), 1);
  const { client } = stage;
  const stopped = await stage.stopAt('invoicing', 'before', appends('InvoiceIssued'), () =>
    client.attempt(`POST /invoices/${first.id}/stamp`),
  );
  await stage.until(
    `SELECT FROM invoicing.balance_claims WHERE payment_id = $1
     AND claimed_at < now() - $2 * interval '1 millisecond'`,
    [first.id, stage.times.claimGraceMs],
  );
  const other = await client.attempt(`POST /invoices/${second.id}/stamp`);
  await stopped.wake();
  if (other?.status !== 200 && other?.status !== 400)
    throw new Error(
      `while one of two slept, the other answered ${other?.status} ${JSON.stringify(other?.body)}`,
    );
}
