import { MONTH, YEAR } from '../api-docs/days.js';
import type { OperationDocs } from '../api-docs/types.js';

/** With a Test key, where the installation keeps ZIPs for Live. */
const LIVE_ONLY = 'subscription_live_access_required';

export const zipRequestsDocs = {
  'POST /v2/invoices/zip-requests': {
    id: 'createZipRequest',
    tag: 'Invoices',
    summary: 'Request the ZIP of a month',
    description: `Has a ZIP made of the XML of every stamped invoice of a month, canceled ones included, with the acuses of cancellations. The month is in the organization's time zone; a ZIP of all types that the organization issued has its retentions too.

The same filters are always the same request: ask again to see how far it is. One that failed, has expired, or lacks documents is made again. It is ready when \`status\` is \`finished\`, of which the webhook \`zip_request.finished\` tells.`,
    examples: {
      month: { summary: 'All that was issued in a month', body: { year: YEAR, month: MONTH } },
      received: {
        summary: 'Invoices and credit notes that were received',
        body: { year: YEAR, month: MONTH, issuer_type: 'receiving', invoice_types: ['I', 'E'] },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'year' }, 'zip_request_no_invoices', LIVE_ONLY],
  },
  'GET /v2/invoices/zip-requests': {
    id: 'listZipRequests',
    tag: 'Invoices',
    summary: 'List ZIP requests',
    description:
      'Newest first. `year` and `month` are sent together. `invoice_types` finds requests for exactly these types, in any order.',
    examples: { month: { summary: 'Of a month', parameters: { year: YEAR, month: MONTH, limit: 2 } } },
    refusals: [{ code: 'invalid_request', path: 'month' }, 'page_too_large', LIVE_ONLY],
  },
  'GET /v2/invoices/zip-requests/:zip_request_id': {
    id: 'getZipRequest',
    tag: 'Invoices',
    summary: 'Get a ZIP request',
    description:
      'How far it is: `processed_document` of `document_count`. `failed_documents` names what is missing in the ZIP.',
    refusals: ['zip_request_not_found', LIVE_ONLY],
  },
  'GET /v2/invoices/zip-requests/:zip_request_id/zip': {
    id: 'downloadZipRequest',
    tag: 'Invoices',
    summary: 'Download the ZIP of a month',
    description:
      'The file of a finished request, `YYYY-MM.zip`. Documents are named by their UUID, and acuses `acuse-UUID.xml`.',
    refusals: ['zip_request_not_found', 'zip_request_not_ready', LIVE_ONLY],
  },
  'GET /v2/invoices/zip-requests/:zip_request_id/download-url': {
    id: 'getZipRequestDownloadUrl',
    tag: 'Invoices',
    summary: 'A signed URL of the ZIP of a month',
    description:
      'A URL that downloads the ZIP of a finished request without a key until `expires_at`: for browsers.',
    refusals: ['zip_request_not_found', 'zip_request_not_ready', LIVE_ONLY],
  },
} satisfies OperationDocs;
