import { ignoreUnknown } from '#kernel';
import type {
  InvoiceItem,
  InvoiceTotals,
  ReceiptContent,
  ReceiptEvent,
  ReceiptLeft,
  ReceiptStatus,
  Refund,
} from '#contracts';

/** The revision of a receipt that does not exist yet. */
export const NEW = -1;

/** Something that was given back, and what became of its credit note where it was invoiced by then. */
export interface KnownRefund {
  readonly refund: Refund;
  readonly status: 'done' | 'pending' | 'undone';
  /** Null: the receipt was open, and has fewer lines since. */
  readonly credit_note: string | null;
  /** The credit note was stamped, at some time. */
  readonly stamped?: true;
  /** The invoice was canceled since, and the receipt is open, or invoiced anew, without what was given back. */
  readonly reopened?: true;
}

/** A receipt that was made. */
export interface KnownReceipt {
  readonly status: ReceiptStatus;
  /** Of its last event. Who holds it names the revision at which it was taken (ADR 58). */
  readonly revision: number;
  /** What was sold, with the items that are left. */
  readonly content: ReceiptContent;
  /** The items as they were sold: refunds name their places. */
  readonly sold: readonly InvoiceItem[];
  readonly totals: InvoiceTotals;
  readonly key: string;
  readonly folio_number: number;
  /** ISO 8601 in UTC. */
  readonly expires_at: string;
  /** The id of the invoice that has it. */
  readonly invoice: string | null;
  readonly refunds: readonly KnownRefund[];
}

/** A receipt by its status. One that was forgone never was, and its id is never used. */
export type Receipt =
  { readonly status: 'absent' } | { readonly status: 'forgone'; readonly revision: number } | KnownReceipt;

/** What the first event of a receipt says. */
export type IssuedReceipt = Extract<ReceiptEvent, { type: 'ReceiptIssued' }>['data'];

export const absent: Receipt = { status: 'absent' };

export const isKnown = (state: Receipt): state is KnownReceipt =>
  state.status !== 'absent' && state.status !== 'forgone';

export const revisionOf = (state: Receipt): number => (state.status === 'absent' ? NEW : state.revision);

/** Folds every event, unknown ones too: the number of events is the revision in the store. */
export function evolve(state: Receipt, event: ReceiptEvent): Receipt {
  const revision = revisionOf(state) + 1;
  const next = applyEvent(state, event);
  return next.status === 'absent' ? { status: 'forgone', revision } : { ...next, revision };
}

function applyEvent(state: Receipt, event: ReceiptEvent): Receipt {
  if (event.type === 'ReceiptForgone') return state;
  if (event.type === 'ReceiptIssued') return state.status === 'absent' ? issued(event.data) : state;
  return isKnown(state) ? change(state, event) : state;
}

/** A receipt as its first event has it. */
export function issued(data: IssuedReceipt): KnownReceipt {
  const { content, key, folio_number, expires_at, totals } = data;
  return {
    ...{ status: 'open', revision: 0, content, sold: content.items, totals },
    ...{ key, folio_number, expires_at, invoice: null, refunds: [] },
  };
}

type Change = Exclude<ReceiptEvent, { type: 'ReceiptIssued' | 'ReceiptForgone' }>;

function change(state: KnownReceipt, event: Change): KnownReceipt {
  switch (event.type) {
    case 'ReceiptCustomerAssigned':
      return { ...state, content: { ...state.content, customer: event.data.customer } };
    case 'ReceiptReduced': {
      const { refund, items, totals } = event.data;
      const refunds = [...state.refunds, { refund, status: 'done' as const, credit_note: null }];
      return { ...state, content: { ...state.content, items }, totals, refunds };
    }
    case 'ReceiptCanceled':
      return { ...state, status: 'canceled', invoice: null };
    case 'ReceiptInvoiced': {
      const status = event.data.as === 'global' ? 'invoiced_globally' : 'invoiced_to_customer';
      return { ...state, status, invoice: event.data.invoice };
    }
    case 'ReceiptReopened':
      return reopen(state, event.data.left);
    case 'ReceiptHandedOver':
      return { ...state, invoice: event.data.invoice };
    case 'RefundAsked': {
      const { refund, credit_note } = event.data;
      return { ...state, refunds: [...state.refunds, { refund, status: 'pending', credit_note }] };
    }
    case 'RefundStamped':
      return withRefund(state, event.data.refund_id, { status: 'done', stamped: true });
    case 'RefundUndone':
      return withRefund(state, event.data.refund_id, { status: 'undone' });
    // Only the revision moves: what was begun at the one before comes to nothing.
    case 'ReceiptChangesForgone':
    case 'ReceiptCancellationUpdated':
      return state;
    default:
      return ignoreUnknown(event, state);
  }
}

const withRefund = (state: KnownReceipt, id: string, change: Partial<KnownRefund>): KnownReceipt => ({
  ...state,
  refunds: state.refunds.map((one) => (one.refund.id === id ? { ...one, ...change } : one)),
});

/** What credit notes have given back is done by that: the sale is open without it, whatever becomes of them. */
function reopen(state: KnownReceipt, left: ReceiptLeft | undefined): KnownReceipt {
  const open = { ...state, status: 'open' as const, invoice: null };
  if (!left) return open;
  const refunds = state.refunds.map((one) =>
    one.credit_note === null || one.status === 'undone'
      ? one
      : { ...one, status: 'done' as const, reopened: true as const },
  );
  return { ...open, content: { ...state.content, items: left.items }, totals: left.totals, refunds };
}
