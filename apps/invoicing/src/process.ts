import { defineProcess } from '#eventing';
import { onCancellation, onStamping } from './document/outcomes.js';
import { onCustomer } from './invoice/customers-process.js';
import { onInvoice } from './invoice/process.js';
import { onRetention } from './retention/process.js';

/** From the issue of a document to its stamp and back, and from a cancellation request to its answer. */
export const invoicingProcess = defineProcess({
  name: 'invoicing.process',
  // A stamp is recorded by an append alone; what else a document's earlier events led to is decided by its state.
  ahead: ['ComprobanteStamped'],
  react: {
    'invoice-': onInvoice,
    'retention-': onRetention,
    'customer-': (id, event) => [onCustomer(id, event)],
    'stamping-': (key, event) => [onStamping(key, event)],
    'cancellation-': (key, event) => [onCancellation(key, event)],
  },
});
