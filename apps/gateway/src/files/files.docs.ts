import type { OperationDocs } from '../api-docs/types.js';

export const filesDocs = {
  'GET /v2/files': {
    id: 'downloadFile',
    tag: 'Files',
    summary: 'Download by a signed address',
    description:
      'Where the `url` of an answer with a download address leads, such as that of `GET /v2/invoices/{invoice_id}/download-url/pdf`. The token is the credential, so a browser follows the link without a key, until it expires; it ends at once when the key that made it is revoked. Answers the file with its name; HEAD answers name and type alone.',
    refusals: [
      { code: 'invalid_request', path: 'token' },
      'forbidden',
      'document_lost',
      'invoice_cancellation_receipt_unavailable',
      'invoice_not_found',
      'receipt_not_found',
      'retention_not_found',
      'zip_request_not_found',
      'not_found',
    ],
  },
} satisfies OperationDocs;
