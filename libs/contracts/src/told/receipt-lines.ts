import type { ReceiptEvent } from '../receipts.js';
import { nobody, type ToldLines } from './lines.js';

/** What is told of receipts: each change of their status, whoever asked for it. */
export const toldOfReceipts: ToldLines<ReceiptEvent> = {
  ReceiptIssued: ['receipt.created'],
  ReceiptForgone: nobody('takes an id out of use that never was a receipt'),
  ReceiptChangesForgone: nobody('lets go of a hold; the receipt says what it said'),
  ReceiptCustomerAssigned: ['receipt.customer_assigned'],
  ReceiptReduced: ['receipt.refunded'],
  // With its invoice (motive 03), or by itself: then no cancellation of an invoice has changed.
  ReceiptCanceled: ({ data: { invoice } }) => [
    'receipt.status_updated',
    ...(invoice === null ? [] : (['receipt.cancellation_status_updated'] as const)),
  ],
  ReceiptInvoiced: ({ data: { origin } }) => [
    'receipt.status_updated',
    ...(origin === 'portal' ? (['receipt.self_invoice_complete'] as const) : []),
  ],
  ReceiptReopened: ['receipt.status_updated', 'receipt.cancellation_status_updated'],
  ReceiptHandedOver: ['receipt.status_updated', 'receipt.cancellation_status_updated'],
  ReceiptCancellationUpdated: ['receipt.cancellation_status_updated'],
  RefundAsked: ['receipt.refund_requested'],
  RefundStamped: ['receipt.refunded'],
  RefundUndone: ['receipt.refund_undone'],
};
