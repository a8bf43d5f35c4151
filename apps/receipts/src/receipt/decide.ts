import { isDeepStrictEqual } from 'node:util';
import { ok, refuse, type Decider, type Result } from '#kernel';
import type { CustomerSnapshot, ReceiptEvent } from '#contracts';
import { decideOutcome, isOutcome, type OutcomeCommand } from './decide-outcome.js';
import { decideRefund, isRefund, leftAfterCredit, type RefundCommand } from '../refund/decide.js';
import { absent, evolve, isKnown, NEW, revisionOf, type IssuedReceipt, type Receipt } from './receipt.js';

/** The commands as the decider sees them: judged, numbered, and with the time. `at` is the tenant's time. */
export type ReceiptCommand =
  | ({ type: 'create' } & IssuedReceipt)
  /** Rules out what was begun at a revision and has not come to be; at {@link NEW} the receipt itself. */
  | { type: 'forgo'; revision: number; at: string }
  | { type: 'assign-customer'; customer: CustomerSnapshot; at: string }
  | { type: 'cancel'; at: string }
  | OutcomeCommand
  | RefundCommand;

type Decision = Result<readonly ReceiptEvent[]>;
type CommandOf<Type extends ReceiptCommand['type']> = Extract<ReceiptCommand, { type: Type }>;

/** The rules of receipts. */
export const receiptDecider: Decider<Receipt, ReceiptCommand, ReceiptEvent> = {
  initial: absent,
  evolve,
  decide: (command, state) => {
    if (command.type === 'create') return create(command, state);
    if (command.type === 'forgo') return ok(forgo(command, state));
    if (!isKnown(state)) return refuse('receipt_not_found');
    if (isOutcome(command)) return decideOutcome(command, state, leftAfterCredit(state));
    if (isRefund(command)) return decideRefund(command, state);
    if (state.status !== 'open') return refuse('receipt_not_open');
    switch (command.type) {
      case 'assign-customer':
        return ok(assignCustomer(command, state.content.customer));
      case 'cancel':
        return ok([{ type: 'ReceiptCanceled', data: { invoice: null, at: command.at } }]);
    }
  },
};

function create({ type: _, ...data }: CommandOf<'create'>, state: Receipt): Decision {
  return state.status === 'absent' ? ok([{ type: 'ReceiptIssued', data }]) : refuse('conflict');
}

function forgo({ revision, at }: CommandOf<'forgo'>, state: Receipt): readonly ReceiptEvent[] {
  if (revisionOf(state) !== revision) return [];
  return [{ type: revision === NEW ? 'ReceiptForgone' : 'ReceiptChangesForgone', data: { at } }];
}

function assignCustomer(
  { customer, at }: CommandOf<'assign-customer'>,
  before: CustomerSnapshot | null,
): readonly ReceiptEvent[] {
  if (isDeepStrictEqual(customer, before)) return [];
  return [{ type: 'ReceiptCustomerAssigned', data: { customer, at } }];
}
