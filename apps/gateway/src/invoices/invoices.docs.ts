import type { OperationDocs } from '../api-docs/types.js';

export const invoicesDocs = {
  'GET /v2/invoices': {
    id: 'listInvoices',
    tag: 'Invoices',
    summary: 'List invoices',
    description: `Newest first, by their date; drafts by when they were created. Without \`issuer_type\` these are the ones that the organization has issued, with its drafts; \`receiving\` lists what suppliers have issued to it.

\`q\` finds parts of a description or of the customer's name, and exact ids, UUIDs, RFCs, folios and totals; all filters hold together. Numbered pages reach the first 3000 results, cursors reach all.`,
    examples: {
      unpaid: {
        summary: 'What is not paid yet',
        parameters: { payment_status: 'unpaid', status: 'valid', limit: 2 },
      },
      search: { summary: 'By a part of the customer’s name', parameters: { q: 'universidad', limit: 2 } },
      received: { summary: 'What suppliers have issued', parameters: { issuer_type: 'receiving', limit: 2 } },
    },
    refusals: [
      { code: 'invalid_request', path: 'limit' },
      { code: 'invalid_date', path: 'date.gte' },
      'invalid_date_range',
      'page_too_large',
    ],
  },
  'GET /v2/invoices/:invoice_id': {
    id: 'getInvoice',
    tag: 'Invoices',
    summary: 'Get an invoice',
    description:
      'An invoice as it is now: issued, received, or a draft. Poll it while its `status` is `pending`, or use the webhook `invoice.status_updated`. The `ETag` is its version: with `If-None-Match` the answer is 304 as long as it has not changed.',
    refusals: ['invoice_not_found'],
  },
  'DELETE /v2/invoices/:invoice_id': {
    id: 'cancelInvoice',
    tag: 'Invoices',
    summary: 'Cancel an invoice, or delete a draft',
    description: `Asks the SAT to cancel a stamped invoice, for which \`motive\` is required, and answers the invoice. \`status: canceled\` means that it is done. While its receiver has to agree it stays \`valid\`, with \`cancellation_status: pending\`: the SAT is asked again by itself, and the webhook \`invoice.cancellation_status_updated\` tells what comes of it.

Motive 01 needs \`substitution\`, a valid invoice that relates to this one with relationship 04. An invoice that a valid document names, such as a payment or a credit note, can't be canceled before that one. A draft is deleted, and answered as it was; it needs no motive. Guide: [cancellations](/docs/guides/cancellations).`,
    examples: {
      errors: { summary: 'Issued with errors, and nothing takes its place', parameters: { motive: '02' } },
      replaced: {
        summary: 'Another invoice takes its place',
        parameters: { motive: '01', substitution: '6743f1c2a1b2c3d4e5f60719' },
      },
      pending: { summary: 'Its receiver has to agree', parameters: { motive: '03' } },
      draft: { summary: 'A draft' },
    },
    refusals: [
      { code: 'invalid_request', path: 'motive' },
      { code: 'substitution_invoice_required', path: 'substitution' },
      { code: 'substitution_invoice_not_found', path: 'substitution' },
      { code: 'substitution_invoice_canceled', path: 'substitution' },
      { code: 'substitution_invoice_status_not_allowed', path: 'substitution' },
      'invoice_not_found',
      'invoice_cancellation_not_found',
      'invoice_cancellation_in_progress',
      'invoice_cancellation_not_allowed',
      'invoice_not_cancelable',
      'invoice_not_cancelable_by_sat',
      'invoice_cancellation_rfc_mismatch',
      'stamping_in_progress',
      'draft_update_in_progress',
      'precondition_failed',
      'invoice_cancellation_failed',
    ],
  },
  'PUT /v2/invoices/:invoice_id/status': {
    id: 'refreshInvoiceStatus',
    tag: 'Invoices',
    summary: 'Ask the SAT for the status of an invoice',
    description: `Asks at once what is otherwise asked by itself, and answers the invoice with what came of it: of a \`pending\` one its PAC for the stamp, of a \`valid\` one the SAT for its cancellation, of a received one how the SAT has it. A canceled invoice is final, and nothing is asked. The body is empty.`,
    examples: { refresh: { summary: 'Nothing is to be said', body: {} } },
    refusals: [
      'invoice_not_found',
      'invoice_cancellation_not_found',
      'invoice_not_stamped',
      'invoice_cancellation_service_unavailable',
    ],
  },
  'GET /v2/invoices/:invoice_id/history': {
    id: 'listInvoiceHistory',
    tag: 'Invoices',
    summary: 'History of an invoice',
    description:
      'What has happened to an invoice, newest event first: who edited which fields, attempts to stamp it and why they failed, payments, cancellations, what the SAT said. Which of the optional fields an event has follows from its `type`.',
    examples: { latest: { summary: 'The latest events', parameters: { limit: 2 } } },
    refusals: ['invoice_not_found', { code: 'invalid_request', path: 'limit' }, 'page_too_large'],
  },
  'GET /v2/invoices/:invoice_id/payment-summary': {
    id: 'getInvoicePaymentSummary',
    tag: 'Invoices',
    summary: 'What the next payment would say of an invoice',
    description: `The line of a payment complement for this invoice: installment, balance before, and its taxes in proportion to \`amount\`. Change nothing and put it into \`related_documents\` of the complement \`pago\`; or let the complement work it out from the invoice's id ([payments](/docs/guides/payments)). It stores nothing.

The invoice must be stamped, PPD, and not yet paid.`,
    examples: {
      part: { summary: 'A part of it', parameters: { amount: 500 } },
      rest: { summary: 'All that is due' },
    },
    refusals: ['invoice_not_found', 'invoice_not_stamped', { code: 'invalid_request', path: 'amount' }],
  },
  'POST /v2/invoices/:invoice_id/email': {
    id: 'sendInvoiceByEmail',
    tag: 'Invoices',
    summary: 'Send an invoice by e-mail',
    description: `Mails XML and PDF of a stamped or canceled invoice, in the language of the request. Without \`email\` it goes to the customer's address as it is now. Up to 10 addresses are taken.

Answers once the mail is stored and its first try is over; a mail that can't be delivered yet is tried again by itself. Only a mail server that refuses every address for good is an error (502).`,
    examples: {
      customer: { summary: 'To the customer', body: {} },
      address: { summary: 'To an address', body: { email: ['cuentas@universidad.example'] } },
      several: {
        summary: 'To several',
        body: { email: ['cuentas@universidad.example', 'archivo@universidad.example'] },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'email' },
      { code: 'invoice_email_recipient_required', path: 'email' },
      'invoice_not_found',
      'invoice_email_status_not_allowed',
      'invoice_email_delivery_failed',
    ],
  },
} satisfies OperationDocs;
