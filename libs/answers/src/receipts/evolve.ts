import { ignoreUnknown } from '#kernel';
import type { ReceiptEvent, ReceiptLeft, ReceiptRow, RefundDoc } from '#contracts';
import type { Told } from '../told.js';
import { receiptAmounts, receiptCustomer, receiptItems, refundDoc } from './doc.js';
import { issuedRow, withReceiptDoc } from './row.js';

/** The row of a receipt after an event, with the answer of the API; undefined where there is nothing to show. */
export function receiptRow(row: ReceiptRow | undefined, event: Told<ReceiptEvent>): ReceiptRow | undefined {
  const next = applyEvent(row, event);
  return next && { ...next, revision: event.revision };
}

function applyEvent(row: ReceiptRow | undefined, event: Told<ReceiptEvent>): ReceiptRow | undefined {
  if (event.type === 'ReceiptIssued') return issuedRow(event);
  if (event.type === 'ReceiptForgone') return undefined;
  return row && next(row, event);
}

function next(
  row: ReceiptRow,
  event: Exclude<Told<ReceiptEvent>, { type: 'ReceiptIssued' | 'ReceiptForgone' }>,
): ReceiptRow {
  switch (event.type) {
    case 'ReceiptCustomerAssigned':
      return withReceiptDoc(row, receiptCustomer(event.data.customer));
    case 'ReceiptReduced': {
      const { refund, items, totals, at } = event.data;
      const refunds = withRefund(row, refundDoc(refund, at, { status: 'done', credit_note: null }));
      const left = { items: receiptItems(items), ...receiptAmounts(totals), refunds };
      // Searches go on finding what was sold and given back.
      return { ...withReceiptDoc(row, left), total: totals.total };
    }
    // No invoice has it any more, the canceled one neither.
    case 'ReceiptCanceled':
      return withReceiptDoc(row, { status: 'canceled', invoice: null });
    case 'ReceiptReopened':
      return reopened(row, event.data.left);
    case 'ReceiptInvoiced': {
      const { invoice, as } = event.data;
      const status = as === 'global' ? 'invoiced_globally' : 'invoiced_to_customer';
      return withReceiptDoc(row, { status, invoice });
    }
    case 'ReceiptHandedOver':
      return withReceiptDoc(row, { invoice: event.data.invoice });
    case 'RefundAsked': {
      const { refund, credit_note, at } = event.data;
      const asked = refundDoc(refund, at, { status: 'pending', credit_note });
      return withReceiptDoc(row, { refunds: withRefund(row, asked) });
    }
    case 'RefundStamped':
      return withRefundStatus(row, event.data.refund_id, 'done');
    case 'RefundUndone':
      return withRefundStatus(row, event.data.refund_id, 'undone');
    case 'ReceiptChangesForgone':
    case 'ReceiptCancellationUpdated':
      return row;
    default:
      return ignoreUnknown(event, row);
  }
}

/** What credit notes have given back is done by that: the sale is open without it, whatever becomes of them. */
function reopened(row: ReceiptRow, left: ReceiptLeft | undefined): ReceiptRow {
  const open = { status: 'open', invoice: null } as const;
  if (!left) return withReceiptDoc(row, open);
  const refunds = row.doc.refunds.map((refund) =>
    refund.status === 'pending' ? { ...refund, status: 'done' as const } : refund,
  );
  const shown = { ...open, items: receiptItems(left.items), ...receiptAmounts(left.totals), refunds };
  return { ...withReceiptDoc(row, shown), total: left.totals.total };
}

/** The refunds of a receipt with another, the latest last. */
const withRefund = ({ doc }: ReceiptRow, refund: RefundDoc): readonly RefundDoc[] => [
  ...doc.refunds.filter(({ id }) => id !== refund.id),
  refund,
];

const withRefundStatus = (row: ReceiptRow, id: string, status: RefundDoc['status']): ReceiptRow =>
  withReceiptDoc(row, {
    refunds: row.doc.refunds.map((refund) => (refund.id === id ? { ...refund, status } : refund)),
  });
