import { newId, ok, refuseFields, type Result } from '#kernel';
import type { AskReceiptInvoice, InvoicePreview, IssuerSnapshot, PlannedReceiptInvoice } from '#contracts';
import type { CallContext, CommandSender } from '../../commands.js';

/**
 * How long an answer waits until the receipts show their invoice. It is stamped then, and they are sure to follow: it is
 * better answered than refused.
 */
export const RECEIPTS_SEEN_MS = 5_000;

/** An invoice of receipts that would be made, with its amounts as they would be stamped. */
export interface Planned {
  readonly plan: PlannedReceiptInvoice;
  readonly preview: InvoicePreview;
}

/**
 * What an invoice of receipts would be: claims nothing, and stores nothing. Refused with what asking for it would be
 * refused with, and with all that its stamp would be.
 */
export async function planInvoice(
  sender: CommandSender,
  call: CallContext,
  issuer: IssuerSnapshot,
  ask: AskReceiptInvoice,
): Promise<Result<Planned>> {
  const key = newId();
  const planned = await sender.send({ type: 'receipts.plan', key, data: { ask, issuer } }, call);
  if (!planned.ok) return planned;
  const plan = planned.value.data;
  const data = { content: plan.content, issuer };
  const previewed = await sender.send({ type: 'invoicing.preview', key, data }, call);
  if (!previewed.ok) return previewed;
  const preview = previewed.value.data;
  return preview.problems.length > 0 ? refuseFields(preview.problems) : ok({ plan, preview });
}
