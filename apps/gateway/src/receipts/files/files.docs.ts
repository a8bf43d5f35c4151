import type { OperationDocs } from '../../api-docs/types.js';

const NOT_FOUND = 'receipt_not_found';

export const receiptFilesDocs = {
  'GET /v2/receipts/:receipt_id/pdf': {
    id: 'downloadReceiptPdf',
    tag: 'Receipts',
    summary: 'Download a receipt as PDF',
    description:
      'A page to print or to hand on, with a QR code of the page on which the customer invoices it: as wide as a roll of 80 mm, or Letter with `size=letter`.',
    examples: { ticket: { summary: 'As wide as a roll', parameters: { size: 'ticket' } } },
    refusals: [NOT_FOUND, { code: 'invalid_request', path: 'size' }],
  },
  'GET /v2/receipts/:receipt_id/ticket': {
    id: 'downloadReceiptTicket',
    tag: 'Receipts',
    summary: 'Download a receipt for a ticket printer',
    description:
      'Plain text of 48 or 32 columns. With `Accept: application/vnd.escpos` the bytes that an ESC/POS printer takes as they are, with bold text, QR code and cut. Any other type is refused (406).',
    examples: { narrow: { summary: 'For paper of 58 mm', parameters: { width: '32' } } },
    refusals: [NOT_FOUND, { code: 'invalid_request', path: 'width' }, 'not_acceptable'],
  },
  'GET /v2/receipts/:receipt_id/download-url/pdf': {
    id: 'getReceiptPdfUrl',
    tag: 'Receipts',
    summary: 'Get an address of a receipt’s PDF',
    description: 'An address that needs no key until `expires_at`: for a browser, or for somebody else.',
    examples: { ticket: { summary: 'As wide as a roll', parameters: { size: 'ticket' } } },
    refusals: [NOT_FOUND, { code: 'invalid_request', path: 'size' }],
  },
  'POST /v2/receipts/:receipt_id/email': {
    id: 'sendReceiptByEmail',
    tag: 'Receipts',
    summary: 'Send a receipt by e-mail',
    description:
      'Sends the PDF and the address of its page to one or several recipients; without `email`, to the current address of its customer. The mail is kept before the answer, and tried again by itself where the server does not take it yet. Refused only if the server rejects every address for good. Without `email` and customer it is 400 `customer_email_required`.',
    examples: { address: { summary: 'To an address', body: { email: ['cliente@correo.example'] } } },
    refusals: [NOT_FOUND, { code: 'invalid_request', path: 'email' }, 'customer_email_required'],
  },
} satisfies OperationDocs;
