import type { InvoiceEvent } from '../invoicing.js';
import { nobody, outcomeOf, type ToldLines } from './lines.js';

const stampOutcome = outcomeOf('invoice.status_updated');
const cancellationOutcome = outcomeOf('invoice.cancellation_status_updated');

/** What is told of invoices. */
export const toldOfInvoices: ToldLines<InvoiceEvent> = {
  InvoiceDrafted: ['invoice.created'],
  DraftEdited: ['invoice.edited'],
  DraftDeleted: ['invoice.deleted'],
  InvoiceForgone: nobody('takes an id out of use that never was an invoice'),
  ClaimsForgone: nobody('lets go of reservations; the draft says what it said'),
  // A draft that is issued was told of when it was made; its stamp follows.
  InvoiceIssued: ({ revision }) => (revision === 0 ? ['invoice.created'] : []),
  // One that is made of receipts is news to others than its caller, and so always told.
  InvoiceStamped: ({ data: { receipts } }, { answered, global }) => [
    'invoice.stamped',
    ...(answered ? (['invoice.status_updated'] as const) : []),
    ...((answered && global) || receipts?.kind === 'global'
      ? (['invoice.global_invoice_created'] as const)
      : []),
  ],
  PaymentReceived: ['invoice.payment_received'],
  PaymentReverted: ['invoice.payment_reverted'],
  PaymentDisregarded: nobody('a payment that never counted here still does not'),
  ReceiptsHeld: nobody('what receipts say of their invoice, they say themselves'),
  InvoiceRefused: stampOutcome('invoice.stamping_refused'),
  StampingDelayed: ['invoice.stamping_delayed'],
  InvoiceSurplusStampFound: nobody('the operator deals with it; the invoice has its own stamp'),
  InvoiceSurplusStampSettled: nobody('the operator deals with it; the invoice has its own stamp'),
  StampingFailed: stampOutcome('invoice.stamping_failed'),
  CancellationRequested: ['invoice.cancellation_requested'],
  // From verifying to pending it is as open as before.
  CancellationUpdated: ({ data: { status } }, before) =>
    status === 'rejected' || status === 'expired'
      ? cancellationOutcome('invoice.cancellation_updated')(undefined, before)
      : ['invoice.cancellation_updated'],
  CancellationRefused: cancellationOutcome('invoice.cancellation_refused'),
  InvoiceCanceled: cancellationOutcome('invoice.canceled'),
  StatusChecked: nobody('says that nothing is new'),
  InvoiceImported: nobody('who imports it is answered'),
  SatStatusRecorded: nobody('the document shows it'),
};
