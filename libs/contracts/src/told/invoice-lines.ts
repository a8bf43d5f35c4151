import { isListed } from '../imported-invoices.js';
import type { InvoiceEvent } from '../invoicing.js';
import { nobody, outcomeOf, type ToldLines } from './lines.js';

const stampOutcome = outcomeOf('invoice.status_updated');
const cancellationOutcome = outcomeOf('invoice.cancellation_status_updated');

/** The tax authority has an imported document as canceled: whose cancellation that is. */
const canceledOf = { issuing: 'invoice.canceled', receiving: 'invoice.canceled_by_supplier' } as const;

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
  PaymentMatched: nobody('the invoice tells that it was paid'),
  CustomerRecognized: nobody('whoever created the customer knows'),
  ReceiptsHeld: nobody('what receipts say of their invoice, they say themselves'),
  InvoiceRefused: stampOutcome('invoice.stamping_refused'),
  StampingDelayed: ['invoice.stamping_delayed'],
  InvoiceSurplusStampFound: ['invoice.surplus_stamp_found'],
  InvoiceSurplusStampSettled: ['invoice.surplus_stamp_settled'],
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
  // Also told to who imports it: a mailbox and a download import too.
  InvoiceImported: ({ data: { invoice } }) => [
    invoice.issuer_type === 'receiving' ? 'invoice.received' : 'invoice.imported',
    ...(invoice.issuer_type === 'receiving' && isListed(invoice.sat.efos)
      ? (['invoice.efos_listed'] as const)
      : []),
  ],
  SatStatusRecorded: ({ data: { issuer_type, sat, listed } }) => [
    ...(sat.status === 'canceled' ? [canceledOf[issuer_type]] : []),
    ...(listed && issuer_type === 'receiving' ? (['invoice.efos_listed'] as const) : []),
  ],
};
