import type { OperationDocs } from '../api-docs/types.js';
import { NO_STAMP, REFERENCES } from './create.docs.js';

export const draftInvoicesDocs = {
  'PUT /v2/invoices/:invoice_id': {
    id: 'updateDraftInvoice',
    tag: 'Invoices',
    summary: 'Edit a draft',
    description: `Changes the fields that are sent; the others stay. \`items\`, \`complements\` and other lists are replaced whole, and null takes a value away. Only drafts can be edited: what is stamped is copied, or replaced and canceled ([cancellations](/docs/guides/cancellations)).

\`is_ready_to_stamp\` says whether it would be stamped as it is now. With \`If-Match\` and the \`ETag\` of the version that you read, somebody else's edit is not overwritten (412).`,
    examples: {
      customer: {
        summary: 'Give it a customer and a form of payment',
        body: {
          customer: {
            legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
            tax_id: 'URE180429TM6',
            tax_system: '601',
            address: { zip: '86991' },
          },
          payment_form: '03',
          use: 'G03',
        },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'items.0.product' },
      ...REFERENCES,
      'invoice_not_found',
      'invoice_not_draft',
      'stamping_in_progress',
      'draft_update_in_progress',
      'idempotency_key_in_use',
      'precondition_failed',
    ],
  },
  'POST /v2/invoices/:invoice_id/stamp': {
    id: 'stampDraftInvoice',
    tag: 'Invoices',
    summary: 'Stamp a draft',
    description: `Issues a draft: it takes its folio and its date now, and its customer's data as they are now. Answers 200 with the stamped invoice, or 202 while nobody can say whether it is stamped. With \`async\`, in the query or in the body, the answer comes at once, \`pending\`.

A draft that lacks something is refused by \`draft_not_ready_to_stamp\`; \`errors\` names each field, and it stays a draft. So does one that the SAT or the PAC refuses.`,
    examples: {
      stamp: { summary: 'Wait for the stamp', body: {} },
      later: { summary: 'Answer at once', body: { async: true } },
      uncertain: { summary: 'In Test: the PAC’s answer is lost (202)', body: {} },
    },
    refusals: [
      'draft_not_ready_to_stamp',
      ...NO_STAMP,
      'invoice_not_found',
      'invoice_already_stamped',
      'invoice_not_draft',
      'stamping_in_progress',
      'draft_update_in_progress',
      'precondition_failed',
    ],
  },
  'POST /v2/invoices/:invoice_id/copy': {
    id: 'copyInvoice',
    tag: 'Invoices',
    summary: 'Copy an invoice to a draft',
    description: `Makes a draft of an invoice in any state: the same customer, items and terms. The copy has no folio, date, stamp, \`external_id\` or \`idempotency_key\`. The body is empty.`,
    examples: { copy: { summary: 'Nothing is to be said', body: {} } },
    refusals: ['invoice_not_found', { code: 'invalid_request', path: 'invoice_id' }],
  },
} satisfies OperationDocs;
