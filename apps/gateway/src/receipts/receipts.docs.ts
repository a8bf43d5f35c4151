import { DATES } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const NOT_FOUND = 'receipt_not_found';
const ukulele = {
  quantity: 1,
  product: { description: 'Ukelele', product_key: '60131324', price: 345.6 },
};
/** What a sale may be refused for, besides its own fields. */
const SALE = [
  'customer_not_found',
  'product_not_found',
  { code: 'product_key_not_found', path: 'items.0.product.product_key' },
  'idempotency_key_in_use',
] as const;

export const receiptsDocs = {
  'POST /v2/receipts': {
    id: 'createReceipt',
    tag: 'Receipts',
    summary: 'Create a receipt',
    description: `Keeps a sale that is invoiced later. It ends in one fiscal document: an invoice to its customer, who makes it with \`key\` at \`self_invoice_url\` until \`expires_at\`, or whom you make it for; or the global invoice of its period (\`/docs/guides/global-invoices\`).

Items are as those of invoices: products by id or by their data. Nothing is stamped, so a receipt costs no stamp. In Live the organization must be able to stamp already, else 403 \`organization_incomplete\`. A second request with the same \`idempotency_key\` is refused (409, with \`resource_id\`); with the header \`Idempotency-Key\` the same request again is answered with the receipt that the first one made.`,
    examples: {
      sale: {
        summary: 'A sale in cash, of nobody in particular',
        body: { payment_form: '01', branch: 'Centro', items: [ukulele] },
      },
      customer: {
        summary: 'A sale to a known customer, by card',
        body: {
          payment_form: '04',
          customer: {
            legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
            tax_id: 'URE180429TM6',
            tax_system: '601',
            email: 'compras@universidad.example',
            address: { zip: '86991' },
          },
          items: [ukulele],
        },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'payment_form' },
      'organization_incomplete',
      { code: 'invalid_date', path: 'date' },
      ...SALE,
    ],
  },
  'GET /v2/receipts': {
    id: 'listReceipts',
    tag: 'Receipts',
    summary: 'List receipts',
    description:
      'Newest first. All filters together: `status` takes several, `date[gte]` and its like say when it was sold, `q` finds parts of what was sold. Totals and pages are as of every list.',
    examples: {
      open: { summary: 'Those that are not invoiced yet', parameters: { status: 'open', limit: 2 } },
    },
    refusals: [{ code: 'invalid_request', path: 'status' }, 'page_too_large', ...DATES],
  },
  'GET /v2/receipts/summary': {
    id: 'getReceiptSummary',
    tag: 'Receipts',
    summary: 'Sum up what was sold',
    description:
      'Sums of the receipts of up to 62 days, in the time zone of the organization: in all, by status, branch and payment form, and day by day. Without `from` and `to` it is today. Currencies are never added together. Canceled receipts count in `by_status` and in `rows` alone; refunds are already subtracted.',
    refusals: [
      { code: 'invalid_request', path: 'from' },
      'invalid_date',
      'invalid_date_range',
      'date_range_too_large',
    ],
  },
  'GET /v2/receipts/:receipt_id': {
    id: 'getReceipt',
    tag: 'Receipts',
    summary: 'Get a receipt',
    description:
      'The receipt as it is now, with its refunds and, once it is invoiced, the id of the invoice. `ETag` is its revision: send it as `If-Match` to change only what you have read.',
    refusals: [NOT_FOUND],
  },
  'PUT /v2/receipts/:receipt_id': {
    id: 'assignReceiptCustomer',
    tag: 'Receipts',
    summary: 'Assign a receipt to a customer',
    description:
      'Says whom an open receipt was sold to: a customer by its id, or by its data, which is found among yours or made. Nothing else of a receipt changes: cancel it and create another one.',
    examples: {
      customer: {
        summary: 'By the data of the customer',
        body: {
          customer: {
            legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
            tax_id: 'URE180429TM6',
            tax_system: '601',
            email: 'compras@universidad.example',
            address: { zip: '86991' },
          },
        },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'customer' },
      NOT_FOUND,
      'customer_not_found',
      'receipt_not_open',
      'precondition_failed',
    ],
  },
  'DELETE /v2/receipts/:receipt_id': {
    id: 'cancelReceipt',
    tag: 'Receipts',
    summary: 'Cancel a receipt',
    description:
      'Cancels an open receipt: nobody can invoice it any more. It stays, with `status` `canceled`. One that is invoiced is refused (409): cancel the invoice, or refund the receipt.',
    refusals: [NOT_FOUND, 'receipt_not_open', 'precondition_failed'],
  },
  'POST /v2/receipts/:receipt_id/refunds': {
    id: 'refundReceipt',
    tag: 'Receipts',
    summary: 'Refund a receipt',
    description: `Gives back lines of a sale, in part or whole; without \`lines\`, all that is left of it. An open receipt becomes smaller at once, and is canceled when nothing is left. For an invoiced one a credit note (CFDI of type E) is stamped, named by \`refunds[].credit_note\`.

Answers the receipt. 202 while nobody can say whether the credit note is stamped: the refund is \`pending\` and followed up. With the header \`Idempotency-Key\` the same request again refunds nothing twice.`,
    examples: {
      whole: { summary: 'All that is left', body: { reason: 'Devolución' } },
      part: { summary: 'One piece of the first line', body: { lines: [{ item: 0, quantity: 1 }] } },
    },
    refusals: [
      { code: 'invalid_request', path: 'lines.0.quantity' },
      NOT_FOUND,
      'receipt_not_open',
      'idempotency_key_in_use',
      'organization_incomplete',
      'invoice_stamping_validation_error',
      'invoice_stamping_failed',
    ],
  },
} satisfies OperationDocs;
