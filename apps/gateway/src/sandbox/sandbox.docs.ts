import { NEXT_MONTH } from '../api-docs/days.js';
import type { OperationDocs } from '../api-docs/types.js';

export const sandboxDocs = {
  'GET /v2/sandbox/stamps': {
    id: 'listSandboxStamps',
    tag: 'Sandbox',
    summary: 'List stamps of the sandbox',
    description:
      'What the PAC of the sandbox has stamped for the organization, newest first: its own ledger, apart from the data of the service, to compare both. All of it, by numbered pages.',
    examples: { newest: { summary: 'The newest two', parameters: { limit: 2 } } },
    refusals: [{ code: 'invalid_request', path: 'limit' }],
  },
  'POST /v2/sandbox/events': {
    id: 'triggerSandboxEvent',
    tag: 'Sandbox',
    summary: 'Trigger a sample event',
    description:
      'For who tries a receiver: an event of the type, with a made-up resource, reaches listeners of the stream and the webhooks that want it, as any event does, and is in `GET /v2/events`. Nothing else happens.',
    examples: {
      stamped: { summary: 'An invoice was stamped', body: { type: 'invoice.stamped' } },
      canceled: { summary: 'An invoice was canceled', body: { type: 'invoice.canceled' } },
    },
    refusals: [{ code: 'invalid_request', path: 'type' }],
  },
  'POST /v2/sandbox/supplier-invoices': {
    id: 'createSandboxSupplierInvoices',
    tag: 'Sandbox',
    summary: 'Have a supplier invoice the organization',
    description:
      'The sandbox plays a supplier who issues invoices to the organization, or the payment of one by `pays`. They are real documents of the sandbox; fetch them by `POST /v2/downloads` with `kind: received`, as with the SAT ([guide](/docs/guides/received)).',
    examples: {
      one: { summary: 'One invoice of 1,160 MXN', body: {} },
      credit: {
        summary: 'Two that are paid later, whose cancellation needs your acceptance',
        body: { quantity: 2, total: 11600, payment_method: 'PPD' },
      },
      listed: {
        summary: 'Of a supplier on the list of article 69-B',
        body: { supplier: { tax_id: 'DEF010101AAA', legal_name: 'EMPRESA LISTADA' } },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'supplier.tax_id' },
      'invoice_not_found',
      'invoice_stamping_validation_error',
      'invoice_stamping_service_unavailable',
    ],
  },
  'POST /v2/sandbox/supplier-invoices/:uuid/cancel': {
    id: 'cancelSandboxSupplierInvoice',
    tag: 'Sandbox',
    summary: 'Have the supplier cancel an invoice',
    description:
      'Where it needs no acceptance of yours, it is canceled. Otherwise it is `pending`, and your answer is waited for: `GET /v2/cancellation-requests` lists it.',
    refusals: [
      'invoice_not_found',
      'invoice_not_cancelable_by_sat',
      'invoice_cancellation_service_unavailable',
    ],
  },
  'GET /v2/sandbox/clock': {
    id: 'getSandboxClock',
    tag: 'Sandbox',
    summary: 'Retrieve the clock of Test',
    description:
      'The time of the Test environment of the organization: real time, unless it was moved ahead. Documents are dated and deadlines come due by it.',
    refusals: [],
  },
  'POST /v2/sandbox/clock': {
    id: 'advanceSandboxClock',
    tag: 'Sandbox',
    summary: 'Move the clock of Test ahead',
    description:
      'Everything that comes due on the way happens: retries of webhooks, checks of cancellations, automatic global invoices, links that expire. 200 says that it has arrived; 202 that it is still on its way, which `GET /v2/sandbox/clock` tells. It never goes back, and at most four years ahead of real time.',
    examples: { month: { summary: 'A month ahead', body: { advance_to: NEXT_MONTH } } },
    refusals: [{ code: 'invalid_request', path: 'advance_to' }],
  },
} satisfies OperationDocs;
