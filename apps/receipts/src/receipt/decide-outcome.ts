import { ok, type Result } from '#kernel';
import type { CancelMotive, InvoicedBy, ReceiptEvent, ReceiptLeft } from '#contracts';
import type { KnownReceipt } from './receipt.js';

/**
 * What becomes of a receipt by its invoice. Claims say who may command this (claim/): the receipt itself only sees to it
 * that what is told twice, or late, changes nothing.
 */
export type OutcomeCommand =
  | { type: 'record-invoice'; invoice: string; as: 'customer' | 'global'; origin: InvoicedBy; at: string }
  | { type: 'reopen'; invoice: string; motive: CancelMotive | null; at: string }
  | { type: 'hand-over'; from: string; invoice: string; at: string }
  | { type: 'cancel-sale'; invoice: string; at: string }
  | { type: 'note-cancellation'; invoice: string; status: 'rejected' | 'expired'; at: string };

const TYPES: Readonly<Record<OutcomeCommand['type'], true>> = {
  'record-invoice': true,
  reopen: true,
  'hand-over': true,
  'cancel-sale': true,
  'note-cancellation': true,
};

export const isOutcome = <Other extends { readonly type: string }>(
  command: Other | OutcomeCommand,
): command is OutcomeCommand => Object.hasOwn(TYPES, command.type);

/**
 * Decides what an invoice makes of its receipt.
 *
 * @param left what the sale is without what credit notes have given back, where there are any
 */
export function decideOutcome(
  command: OutcomeCommand,
  state: Pick<KnownReceipt, 'status' | 'invoice'>,
  left?: ReceiptLeft,
): Result<readonly ReceiptEvent[]> {
  if (command.type === 'record-invoice') {
    const { type: _, ...data } = command;
    return ok(state.status === 'open' ? [{ type: 'ReceiptInvoiced', data }] : []);
  }
  const { at } = command;
  const owner = command.type === 'hand-over' ? command.from : command.invoice;
  if (state.invoice !== owner) return ok([]);
  switch (command.type) {
    case 'reopen': {
      const { invoice, motive } = command;
      const reopened: ReceiptEvent = {
        type: 'ReceiptReopened',
        data: { invoice, motive, at, ...(left && { left }) },
      };
      // A sale of which everything was given back is none.
      const isGone = left?.items.length === 0;
      return ok(isGone ? [reopened, { type: 'ReceiptCanceled', data: { invoice: null, at } }] : [reopened]);
    }
    case 'hand-over': {
      const { from, invoice } = command;
      return ok([{ type: 'ReceiptHandedOver', data: { from, invoice, at } }]);
    }
    case 'cancel-sale':
      return ok([{ type: 'ReceiptCanceled', data: { invoice: command.invoice, at } }]);
    case 'note-cancellation': {
      const { invoice, status } = command;
      return ok([{ type: 'ReceiptCancellationUpdated', data: { invoice, status, at } }]);
    }
  }
}
