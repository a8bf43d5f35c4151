import type { OperationDocs } from '../api-docs/types.js';
import { REFERENCES } from './create.docs.js';

const body = {
  customer: {
    legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    tax_id: 'URE180429TM6',
    tax_system: '601',
    address: { zip: '86991' },
  },
  items: [{ quantity: 2, product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
  payment_form: '03',
};
const unfinished = { status: 'draft', items: body.items };

const PRINTED = [
  { code: 'invalid_request', path: 'customer' },
  ...REFERENCES,
  'organization_tax_info_invalid',
  'organization_incomplete',
] as const;

export const invoicePreviewDocs = {
  'POST /v2/invoices/preview': {
    id: 'previewInvoice',
    tag: 'Invoices',
    summary: 'Try an invoice without issuing it',
    description: `Takes the body of \`POST /v2/invoices\` and answers what would become of it: the amounts of every line and of the document, and in \`problems\` everything that keeps it from a stamp, each with its field. So a body that can't be issued is answered 200 as well; only one of another form is refused.

Nothing is stored: no invoice, no customer of the body, no folio, no key. In Test the sandbox's register of taxpayers is asked too.`,
    examples: {
      ready: { summary: 'One that would be stamped', body },
      problems: { summary: 'One that would not', body: { items: body.items } },
    },
    refusals: [{ code: 'invalid_request', path: 'items.0.product' }, 'organization_incomplete'],
  },
  'POST /v2/invoices/preview/pdf': {
    id: 'previewInvoicePdf',
    tag: 'Invoices',
    summary: 'Preview the PDF of an invoice',
    description: `Takes the body of \`POST /v2/invoices\` and answers its PDF, marked as without value. It refuses what that refuses; with \`status: draft\` it prints as much as there is. Nothing is stored. Warnings are in the header \`X-Service-Warnings\`.`,
    examples: {
      whole: { summary: 'A whole invoice', body },
      draft: { summary: 'As much as there is', body: unfinished },
    },
    refusals: PRINTED,
  },
  'POST /v2/invoices/preview/pdf/download-url': {
    id: 'createInvoicePreviewUrl',
    tag: 'Invoices',
    summary: 'A signed URL of the PDF of a preview',
    description:
      'Makes the same PDF, keeps it until `expires_at`, and answers a URL that downloads it without a key: for browsers.',
    examples: {
      whole: { summary: 'A whole invoice', body },
      draft: { summary: 'As much as there is', body: unfinished },
    },
    refusals: PRINTED,
  },
} satisfies OperationDocs;
