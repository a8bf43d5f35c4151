import { createInvoiceDocs } from '../../invoices/create.docs.js';
import { draftInvoicesDocs } from '../../invoices/drafts.docs.js';
import { invoiceFilesDocs } from '../../invoices/files.docs.js';
import { importInvoicesDocs } from '../../invoices/imports/import.docs.js';
import { invoicesDocs } from '../../invoices/invoices.docs.js';
import { invoicePreviewDocs } from '../../invoices/preview.docs.js';
import { zipRequestsDocs } from '../../zip-requests/zip-requests.docs.js';
import type { OperationDocs } from '../types.js';

/** Invoices. */
export const invoices = {
  ...createInvoiceDocs,
  ...importInvoicesDocs,
  ...invoicesDocs,
  ...draftInvoicesDocs,
  ...invoicePreviewDocs,
  ...invoiceFilesDocs,
  ...zipRequestsDocs,
} satisfies OperationDocs;
