import { writePosition } from '#kernel';
import { appends } from '../failures/steps.js';
import type { Stage } from './stage.js';

/**
 * A payment is stamped, and its record on the paid invoice fails for a while. Meanwhile the payment is canceled, and its
 * reversal finds nothing to revert. Then the record succeeds.
 */
export async function recordAfterReversal(stage: Stage): Promise<void> {
  const invoice = await stage.paidInParts();
  const tap = stage.world.tap('invoicing');
  let failing = true;
  const fail = async (): Promise<void> => {
    while (failing) await tap.trap('before', appends('PaymentReceived'), () => undefined);
  };
  void fail();
  const paid = await stage.ok('POST /invoices', stage.paymentOf(invoice, 1160));
  await stage.until(
    `SELECT FROM platform.pending_commands WHERE command->>'type' = 'invoicing.record-payment' AND attempts > 0`,
  );
  await stage.ok(`DELETE /invoices/${paid.id as string}?motive=02`);
  // The reversal is on its way, and done.
  const canceled = await stage.event(`invoice-${paid.id as string}`, 'InvoiceCanceled');
  await stage.until(
    `SELECT FROM platform.checkpoints c WHERE c.name = 'invoicing.process' AND c.position::numeric >= $1
     AND NOT EXISTS (SELECT FROM platform.pending_commands WHERE command->>'type' = 'invoicing.revert-payment')`,
    [writePosition(canceled.position)],
  );
  failing = false;
  tap.disarm();
  await stage.quiet();
}
