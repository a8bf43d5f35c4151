import { ignoreUnknown } from '#kernel';
import { stampingKey } from '#contracts';
import type {
  ImportedInvoice,
  InvoiceEvent,
  PaidDocument,
  PaidInvoice,
  ReceiptInvoiceOutcome,
  ReceiptsMark,
} from '#contracts';
import type { StreamEvent } from '#kernel';
import { ignore, send, type Effect } from '#eventing';
import { canceledBy } from './receipts.js';
import { documentOf } from './issued-document.js';

/** What an invoice asks for: its stamp, its cancellation, and what those mean to other documents. */
export function onInvoice(id: string, event: StreamEvent<InvoiceEvent>): Effect[] {
  switch (event.type) {
    case 'InvoiceIssued': {
      const comprobante = documentOf(event.id, event.data);
      const { number, issuer } = event.data.issue;
      const { certificate } = issuer;
      const asked = { comprobante, ...(certificate !== undefined && { certificate }) };
      return [send('stamping.stamp', stampingKey({ kind: 'invoice', id }, number), asked)];
    }
    case 'CancellationRequested': {
      const { number, motive, substitution, document } = event.data;
      return [send('cancellation.request', id, { number, motive, substitution, document })];
    }
    // A payment counts from its stamp to its cancellation.
    case 'InvoiceStamped':
      return [
        ...settlePayment(event, ({ invoice, ...payment }) =>
          send('invoicing.record-payment', invoice, { payment: id, ...payment }),
        ),
        ...(event.data.pays ? [matchPayments(id, event.data.pays)] : []),
        ...settleReceipts(id, event.data.receipts, { kind: 'stamped' }),
        ...confirmReceiver(event),
      ];
    case 'InvoiceCanceled':
      return [
        ...settlePayment(event, ({ invoice }) => send('invoicing.revert-payment', invoice, { payment: id })),
        ...(event.data.pays ? [matchPayments(id)] : []),
        ...settleReceipts(id, event.data.receipts, canceledBy(event.data)),
      ];
    case 'InvoiceRefused': {
      const { receipts, code, details } = event.data;
      if (!receipts) return nothing(event);
      return settleReceipts(id, receipts, { kind: 'refused', code, details });
    }
    case 'StampingFailed':
      if (!event.data.receipts) return nothing(event);
      return settleReceipts(id, event.data.receipts, {
        ...{ kind: 'failed', code: 'invoice_stamping_failed', details: [] },
      });
    case 'CancellationUpdated': {
      const { receipts, status } = event.data;
      if (!receipts || (status !== 'rejected' && status !== 'expired')) return nothing(event);
      return settleReceipts(id, receipts, { kind: 'cancellation', status });
    }
    case 'InvoiceDrafted':
    case 'DraftEdited':
    case 'DraftDeleted':
    case 'InvoiceForgone':
    case 'ClaimsForgone':
    case 'PaymentReceived':
    case 'PaymentReverted':
    case 'PaymentDisregarded':
    case 'PaymentMatched':
    case 'CustomerRecognized':
    case 'ReceiptsHeld':
    case 'InvoiceSurplusStampFound':
    case 'InvoiceSurplusStampSettled':
    case 'StampingDelayed':
    case 'CancellationRefused':
    case 'StatusChecked':
      return nothing(event);
    // A payment among documents that were issued elsewhere lowers a balance, whichever of the two is here first.
    case 'InvoiceImported':
      return countsForBalances(event.data.invoice) ? [matchPayments(id)] : nothing(event);
    case 'SatStatusRecorded':
      return event.data.pays ? [matchPayments(id)] : nothing(event);
    default:
      return ignoreUnknown(event, nothing(event));
  }
}

const nothing = ({ type }: { readonly type: string }): Effect[] => [ignore(`${type} asks for nothing`)];

const matchPayments = (id: string, pays?: readonly PaidDocument[]): Effect =>
  send('invoicing.match-payments', id, pays ? { pays } : {});

/** Whether an imported document pays another one, or is to be paid: what was canceled does neither. */
function countsForBalances({ content, pays, sat }: ImportedInvoice): boolean {
  if (sat.status === 'canceled') return false;
  return content.type === 'P' ? pays.length > 0 : content.payment_method === 'PPD';
}

/** The customer's data are the registered ones: a PAC has certified a document with them. */
function confirmReceiver({ data }: Extract<InvoiceEvent, { type: 'InvoiceStamped' }>): Effect[] {
  if (!data.receiver) return [];
  const { customer, ...receiver } = data.receiver;
  return [send('customers.confirm', customer, { receiver })];
}

/** A command for each invoice that a payment pays. */
const settlePayment = (
  event: Extract<InvoiceEvent, { type: 'InvoiceStamped' | 'InvoiceCanceled' }>,
  command: (paid: PaidInvoice) => Effect,
): Effect[] => event.data.payments?.map(command) ?? nothing(event);

/** Tells the service of receipts what became of an invoice of theirs. */
function settleReceipts(
  id: string,
  receipts: ReceiptsMark | undefined,
  outcome: ReceiptInvoiceOutcome,
): Effect[] {
  if (!receipts) return [];
  if (receipts.kind === 'refund')
    return [send('receipts.settle-refund', receipts.receipt, { credit_note: id, outcome })];
  return [send('receipts.settle', id, { outcome })];
}
