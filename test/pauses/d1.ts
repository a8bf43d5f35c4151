import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import { appends } from '../failures/steps.js';
import type { Replica } from '../failures/world.js';
import { invoice as anInvoice } from '../support/bodies.js';
import type { Stage } from './stage.js';

const PAYMENTS = 24;
const EDITS = 24;
/** Ten times as long as from one commit to the next. */
const CHANCE_MS = 5_000;
/** The partition that nothing is sent to once its owner has woken up; all else goes to the other one. */
const [STILL, BUSY] = [0, 1];

/**
 * One of two replicas stops with work in its hands. The other takes over, and refuses payments of an invoice that is paid
 * already. The first wakes up and joins again; then the invoice's payment is canceled, so that what was refused could be
 * done now, and the other replica ends in order.
 */
export async function refusedAndReplayed(stage: Stage): Promise<void> {
  const { world, client } = stage;
  const invoice = await stage.paidInParts({}, BUSY);
  const drafts = await Promise.all(
    Array.from({ length: PAYMENTS }, () => stage.draft(stage.paymentOf(invoice, 10), STILL)),
  );
  const others = await Promise.all(Array.from({ length: EDITS }, () => stage.draft(anInvoice(), STILL)));
  const paid = await stage.draft(stage.paymentOf(invoice, 1160), BUSY);
  await stage.ok(`POST /invoices/${paid.id}/stamp`);
  // Some of what it has finished is not committed yet when it stops, and more is under way.
  const edits = others.map(
    ({ id }, n) =>
      () =>
        stage.ok(`PUT /invoices/${id}`, { series: `B${n}` }),
  );
  const stopped = await stage.stopAt('invoicing', 'after', appends('DraftEdited'), () =>
    Promise.all(edits.map((edit) => edit())),
  );
  const [other] = world.of('invoicing').filter((one) => one !== stopped.replica) as [Replica];
  const answers = await Promise.all(drafts.map(({ id }) => client.send(`POST /invoices/${id}/stamp`)));
  const refused = answers.filter(({ status }) => status === 400).length;
  if (refused !== PAYMENTS) throw new Error(`${refused} of ${PAYMENTS} were refused`);
  // It was missed: all is the other's.
  await stage.joined(1);
  await stage.quiet();
  const reached = await stage.committed(STILL);
  await stopped.wake();
  await stage.joined(2);
  // What it has finished it may commit now, also what others have left behind: its chance to do it wrong.
  for (const until = monotonicMs() + CHANCE_MS; monotonicMs() < until; await sleep(100))
    if ((await stage.committed(STILL)) < reached) break;
  await stage.ok(`DELETE /invoices/${paid.id}?motive=02`);
  await stage.until(`SELECT FROM gateway.invoices WHERE id = $1 AND amount_due > 0`, [invoice.id]);
  await world.end(other);
  await stage.joined(1);
  await stage.quiet();
  await world.start('invoicing');
  await stage.joined(2);
}
