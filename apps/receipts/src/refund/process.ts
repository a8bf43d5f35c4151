import { ignoreUnknown, type StreamEvent } from '#kernel';
import type { ReceiptEvent } from '#contracts';
import { defineProcess, ignore, schedule, type Effect } from '#eventing';

/** Whoever noted a refund asks for its credit note in the same moment; this is for when they died there. */
const CONTINUE_AFTER_MS = 5_000;

/** Goes on with refunds whose credit notes were not asked for. */
export const refundProcess = defineProcess({
  name: 'receipts.refunds',
  react: { 'receipt-': (id, event) => [onReceipt(id, event)] },
});

function onReceipt(id: string, event: StreamEvent<ReceiptEvent>): Effect {
  switch (event.type) {
    case 'RefundAsked': {
      const at = new Date(event.recordedAt.getTime() + CONTINUE_AFTER_MS).toISOString();
      return schedule(at, 'receipts.continue-refund', id, { refund_id: event.data.refund.id });
    }
    case 'ReceiptIssued':
    case 'ReceiptForgone':
    case 'ReceiptChangesForgone':
    case 'ReceiptCustomerAssigned':
    case 'ReceiptReduced':
    case 'ReceiptCanceled':
    case 'ReceiptInvoiced':
    case 'ReceiptReopened':
    case 'ReceiptHandedOver':
    case 'ReceiptCancellationUpdated':
    case 'RefundStamped':
    case 'RefundUndone':
      return ignore(`${event.type} asks for no credit note`);
    default:
      return ignoreUnknown(event, ignore('not known yet'));
  }
}
