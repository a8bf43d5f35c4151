import { MONTH_END, MONTH_START } from '../../api-docs/days.js';
import type { OperationDocs } from '../../api-docs/types.js';

const customer = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: 'compras@universidad.example',
  address: { zip: '86991' },
};
const keys = ['7KQM3X2P', 'B4WZ9H6T'];

/** What making or stamping the invoice may be refused by. */
const INVOICE = [
  'organization_incomplete',
  'invoice_stamping_validation_error',
  'invoice_stamping_failed',
  'idempotency_key_in_use',
] as const;
/** What receipts of one invoice may not agree in. */
const TOGETHER = [
  'receipt_keys_not_found',
  'receipt_not_open',
  'receipt_invoicing_customer_mismatch',
  'receipt_invoicing_address_mismatch',
  'receipt_invoicing_too_many_items',
  'customer_not_found',
] as const;
const preview = { customer, use: 'G03', keys };

export const receiptInvoicingDocs = {
  'POST /v2/receipts/:receipt_id/invoice': {
    id: 'invoiceReceipt',
    tag: 'Receipts',
    summary: 'Invoice a receipt to its customer',
    description: `Stamps an invoice of one open receipt, with its items, amounts and payment form. Without \`customer\` it is to the one that the receipt has; data of a customer is found among yours or made. The receipt is then \`invoiced_to_customer\`, and \`invoice\` names it.

Works after \`expires_at\` too, which only closes the page for customers. 202 while nobody can say whether the invoice is stamped: it is \`pending\` and followed up.`,
    examples: {
      customer: { summary: 'To a customer by its data', body: { customer, use: 'G03' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'customer' },
      'receipt_not_found',
      'receipt_not_open',
      'receipt_invoicing_customer_mismatch',
      'customer_not_found',
      ...INVOICE,
    ],
  },
  'POST /v2/receipts/to-invoice': {
    id: 'invoiceReceipts',
    tag: 'Receipts',
    summary: 'Invoice several receipts to one customer',
    description: `Stamps one invoice of up to 1,000 open receipts by their keys; a key that is named twice counts once. They must have one currency and one place of issue, and no other customer. The payment form is that of the receipt with the highest total, unless you send one.

With \`dry_run\` nothing is issued: the answer says how many receipts and items it would have, and what they come to. Refused by what is wrong with each key, at \`keys.N\`.`,
    examples: {
      invoice: { summary: 'An invoice of two receipts', body: { ...preview } },
      dry_run: { summary: 'What it would be', body: { ...preview, dry_run: true } },
    },
    refusals: [{ code: 'invalid_request', path: 'keys' }, ...TOGETHER, ...INVOICE],
  },
  'POST /v2/receipts/to-invoice/preview': {
    id: 'previewReceiptsInvoice',
    tag: 'Receipts',
    summary: 'Preview an invoice of receipts',
    description:
      'The PDF of the invoice that `POST /v2/receipts/to-invoice` would make, of those of the receipts that can be invoiced; 204 where none can. Nothing is stamped or kept.',
    examples: { pdf: { summary: 'Of two receipts', body: preview } },
    refusals: [{ code: 'invalid_request', path: 'keys' }, ...TOGETHER, 'organization_incomplete'],
  },
  'POST /v2/receipts/to-invoice/preview/pdf': {
    id: 'previewReceiptsInvoicePdf',
    tag: 'Receipts',
    summary: 'Preview an invoice of receipts, as PDF',
    description: 'The same as `POST /v2/receipts/to-invoice/preview`, by the address that says its format.',
    examples: { pdf: { summary: 'Of two receipts', body: preview } },
    refusals: [{ code: 'invalid_request', path: 'keys' }, ...TOGETHER, 'organization_incomplete'],
  },
  'POST /v2/receipts/to-invoice/preview/download-url': {
    id: 'createReceiptsInvoicePreviewUrl',
    tag: 'Receipts',
    summary: 'Get an address of a preview of an invoice of receipts',
    description:
      'Makes the preview, keeps it for a short time, and answers an address that needs no key: for a browser, or for somebody else. 204 where none of the receipts can be invoiced.',
    examples: { url: { summary: 'Of two receipts', body: preview } },
    refusals: [{ code: 'invalid_request', path: 'keys' }, ...TOGETHER, 'organization_incomplete'],
  },
  'POST /v2/receipts/global-invoice': {
    id: 'createGlobalInvoice',
    tag: 'Receipts',
    summary: 'Create a global invoice',
    description: `Stamps one invoice to the public in general (PUBLICO EN GENERAL, XAXX010101000) of the open receipts of a period, a line for each: 5,000 at most. Without \`from\` and \`to\` it is the last complete period by the organization's periodicity. \`receipts\` or \`import\` limit it to some. With \`dry_run\` nothing is issued.

Receipts of other currencies are left out; one that withholds taxes is refused by name, and needs an invoice to its customer. 404 \`receipt_not_found\` where there is nothing to invoice. See \`/docs/guides/global-invoices\`.`,
    examples: {
      dry_run: {
        summary: 'What this month comes to, so far',
        body: { periodicity: 'month', from: MONTH_START, to: MONTH_END, dry_run: true },
      },
      yesterday: { summary: 'What was sold yesterday', body: { periodicity: 'day' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'periodicity' },
      'receipt_not_found',
      'receipt_not_open',
      'receipt_import_not_found',
      'receipt_import_in_progress',
      'invalid_date',
      'invalid_date_range',
      'invalid_global_invoice_period',
      'global_invoice_too_many_items',
      ...INVOICE,
    ],
  },
} satisfies OperationDocs;
