import type { OperationDocs } from '../api-docs/types.js';

const NO_RECEIPT = [
  'invoice_not_found',
  'invoice_not_stamped',
  'invoice_cancellation_receipt_external',
  'invoice_cancellation_receipt_unavailable',
] as const;

export const invoiceFilesDocs = {
  'GET /v2/invoices/:invoice_id/:format': {
    id: 'downloadInvoice',
    tag: 'Invoices',
    summary: 'Download the files of an invoice',
    description: `The XML as the PAC has stamped it, byte for byte; the PDF; or a ZIP of both. The XML is the invoice, the PDF shows it. Before the stamp only the PDF is there, marked as a draft. Files are named \`SERIE-FOLIO_RFC_UUID\`.`,
    examples: {
      xml: { summary: 'XML', parameters: { format: 'xml' } },
      pdf: { summary: 'PDF', parameters: { format: 'pdf' } },
      zip: { summary: 'Both', parameters: { format: 'zip' } },
    },
    refusals: ['invoice_not_found', 'invoice_not_stamped', 'document_lost'],
  },
  'GET /v2/invoices/:invoice_id/download-url/:format': {
    id: 'getInvoiceDownloadUrl',
    tag: 'Invoices',
    summary: 'A signed URL of a file of an invoice',
    description:
      'A URL that downloads one file without a key until `expires_at`, 15 minutes unless the installation says otherwise: for browsers. Whoever has it can use it, so don’t write it to logs. A file that you can’t download has no URL.',
    examples: { pdf: { summary: 'PDF', parameters: { format: 'pdf' } } },
    refusals: ['invoice_not_found', 'invoice_not_stamped'],
  },
  'GET /v2/invoices/:invoice_id/cancellation_receipt/:format': {
    id: 'downloadInvoiceCancellationReceipt',
    tag: 'Invoices',
    summary: 'Download the receipt of a cancellation',
    description:
      'The SAT’s acuse, as its XML or as a PDF of it. It is there once the SAT has taken the request. Of an invoice that was canceled outside this service there is none (`invoice_cancellation_receipt_external`).',
    examples: {
      xml: { summary: 'XML', parameters: { format: 'xml' } },
      pdf: { summary: 'PDF', parameters: { format: 'pdf' } },
    },
    refusals: [...NO_RECEIPT, 'document_lost'],
  },
  'GET /v2/invoices/:invoice_id/cancellation_receipt/download-url/:format': {
    id: 'getInvoiceCancellationReceiptDownloadUrl',
    tag: 'Invoices',
    summary: 'A signed URL of the receipt of a cancellation',
    description:
      'A URL that downloads the acuse without a key until `expires_at`. Where there is no acuse the answer is that of the download.',
    examples: { pdf: { summary: 'PDF', parameters: { format: 'pdf' } } },
    refusals: NO_RECEIPT,
  },
} satisfies OperationDocs;
