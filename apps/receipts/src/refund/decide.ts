import { isDeepStrictEqual } from 'node:util';
import { decimal, field, formatDecimal, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import {
  creditNoteOf,
  itemsLeft,
  itemsReturned,
  linesToGiveBack,
  totalOfItems,
  totalsOfItems,
} from '#billing';
import type {
  IssuerSnapshot,
  InvoiceToCredit,
  ReceiptEvent,
  ReceiptInvoiceOutcome,
  ReceiptLeft,
  RefundedLine,
} from '#contracts';
import type { KnownReceipt, KnownRefund } from '../receipt/receipt.js';

interface Asked {
  readonly refund_id: string;
  readonly lines: readonly RefundedLine[];
  readonly reason: string | null;
  readonly at: string;
}

/** The commands about what is given back of a receipt. */
export type RefundCommand =
  /** Of one that is open: it has fewer lines from now on. */
  | ({ type: 'reduce' } & Asked)
  /** Of one that is invoiced: a credit note is to be made. */
  | ({ type: 'ask-refund'; invoice: InvoiceToCredit; credit_note: string; issuer: IssuerSnapshot } & Asked)
  | { type: 'record-refund'; credit_note: string; outcome: ReceiptInvoiceOutcome; at: string };

const TYPES: Readonly<Record<RefundCommand['type'], true>> = {
  reduce: true,
  'ask-refund': true,
  'record-refund': true,
};

export const isRefund = <Other extends { readonly type: string }>(
  command: Other | RefundCommand,
): command is RefundCommand => Object.hasOwn(TYPES, command.type);

type Decision = Result<readonly ReceiptEvent[]>;
type CommandOf<Type extends RefundCommand['type']> = Extract<RefundCommand, { type: Type }>;

/** Decides what is given back of a receipt, and what became of it. */
export function decideRefund(command: RefundCommand, state: KnownReceipt): Decision {
  if (command.type === 'record-refund') return ok(recordRefund(command, state));
  const known = state.refunds.find(({ refund }) => refund.id === command.refund_id);
  if (known) return isSame(command, known) ? ok([]) : refuse('idempotency_key_in_use');
  return command.type === 'reduce' ? reduce(command, state) : askRefund(command, state);
}

/** The same request again, which its key tells: no lines ask for what was left then. One that came to nothing is over. */
const isSame = ({ lines, reason }: Asked, { refund, status }: KnownRefund): boolean =>
  status !== 'undone' &&
  reason === refund.reason &&
  (lines.length === 0 || isDeepStrictEqual(summed(lines), summed(refund.lines)));

/** How much of each line, in order. */
function summed(lines: readonly RefundedLine[]): readonly (readonly [number, bigint])[] {
  const sums = new Map<number, bigint>();
  for (const { item, quantity } of lines) sums.set(item, (sums.get(item) ?? 0n) + decimal(quantity));
  return [...sums].sort(([a], [b]) => a - b);
}

/** All that was given back, or is being: no line is given back twice. */
const givenBack = ({ refunds }: KnownReceipt): readonly RefundedLine[] =>
  refunds.flatMap(({ status, refund }) => (status === 'undone' ? [] : refund.lines));

/** A sale of which nothing is left is none: the receipt is canceled, so that no invoice is ever made of nothing. */
function reduce(command: CommandOf<'reduce'>, state: KnownReceipt): Decision {
  const { refund_id, lines, reason, at } = command;
  if (state.status !== 'open') return refuse('receipt_not_open');
  const before = givenBack(state);
  const given = linesToGiveBack(state.sold, before, lines);
  if (!given.ok) return given;
  const left = leftOf(state, [...before, ...given.value]);
  const total = formatDecimal(decimal(state.totals.total) - decimal(left.totals.total), { min: 2 });
  const refund = { id: refund_id, lines: given.value, total, reason };
  const reduced: ReceiptEvent = { type: 'ReceiptReduced', data: { refund, ...left, at } };
  if (left.items.length > 0) return ok([reduced]);
  return ok([reduced, { type: 'ReceiptCanceled', data: { invoice: null, at } }]);
}

/** The credit note is worked out here and kept in the event: whoever sends it, sends the same. */
function askRefund(command: CommandOf<'ask-refund'>, state: KnownReceipt): Decision {
  const { refund_id, lines, reason, invoice, credit_note, issuer, at } = command;
  if (state.invoice === null) return refuse('receipt_not_open');
  if (state.invoice !== invoice.id) return refuse('conflict');
  const before = givenBack(state);
  const given = linesToGiveBack(state.sold, before, lines);
  if (!given.ok) return given;
  if (given.value.length === 0) return refuseFields([nothingLeft]);
  const rest = totalOfItems(itemsLeft(state.sold, [...before, ...given.value]), state.content.currency) ?? 0n;
  const returned = itemsReturned(state.sold, before, given.value);
  const { content, total } = creditNoteOf(
    invoice,
    state,
    returned,
    leftToCredit(state) - rest,
    issuer,
    new Date(at),
  );
  const refund = { id: refund_id, lines: given.value, total: formatDecimal(total, { min: 2 }), reason };
  return ok([
    { type: 'RefundAsked', data: { refund, invoice: invoice.id, credit_note, content, issuer, at } },
  ]);
}

/** What the invoice still has of this sale, after the credit notes so far. */
const leftToCredit = ({ totals, refunds }: KnownReceipt): bigint =>
  refunds.filter(isCounted).reduce((left, { refund }) => left - decimal(refund.total), decimal(totals.total));

/** A credit note that stands, or is being made, against the invoice that the receipt is on now. */
const isCounted = ({ status, credit_note, reopened }: KnownRefund): boolean =>
  status !== 'undone' && credit_note !== null && !reopened;

const nothingLeft: Detail = field('lines', 'not_allowed', {
  message: {
    es: 'Ya se devolvió todo lo que se vendió con este recibo.',
    en: 'Everything that was sold by this receipt has been given back already.',
  },
});

function recordRefund(
  { credit_note, outcome, at }: CommandOf<'record-refund'>,
  { refunds }: KnownReceipt,
): readonly ReceiptEvent[] {
  const known = refunds.find((one) => one.credit_note === credit_note);
  // The sale was invoiced anew without what was given back: that is no longer this credit note's business.
  if (!known || known.status === 'undone' || known.reopened) return [];
  const named = { refund_id: known.refund.id, credit_note };
  switch (outcome.kind) {
    case 'stamped':
      return known.status === 'pending' ? [{ type: 'RefundStamped', data: { ...named, at } }] : [];
    case 'refused':
    case 'failed': {
      const { code, details } = outcome;
      if (known.status !== 'pending') return [];
      return [{ type: 'RefundUndone', data: { ...named, code, details, at } }];
    }
    case 'canceled':
      return [{ type: 'RefundUndone', data: { ...named, code: null, details: [], at } }];
    case 'cancellation':
      return [];
  }
}

/** What a receipt is after its invoice was canceled: without what credit notes have given back, or are about to. */
export function leftAfterCredit(state: KnownReceipt): ReceiptLeft | undefined {
  return state.refunds.some(isCounted) ? leftOf(state, givenBack(state)) : undefined;
}

function leftOf({ sold, content }: KnownReceipt, given: readonly RefundedLine[]): ReceiptLeft {
  const items = itemsLeft(sold, given);
  const totals = totalsOfItems(items, content.currency);
  // Less of a sale that could be invoiced can be, too.
  if (!totals.ok) throw new Error(`What is left of a receipt has no amounts: ${totals.refusal.code}`);
  return { items, totals: totals.value };
}
