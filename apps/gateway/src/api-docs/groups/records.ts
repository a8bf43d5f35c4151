import { cancellationRequestsDocs } from '../../cancellation-requests/cancellation-requests.docs.js';
import { downloadsDocs } from '../../downloads/downloads.docs.js';
import { exportsDocs } from '../../exports/exports.docs.js';
import { receiptFilesDocs } from '../../receipts/files/files.docs.js';
import { receiptInvoicingDocs } from '../../receipts/invoicing/invoicing.docs.js';
import { manyReceiptsDocs } from '../../receipts/many/many.docs.js';
import { receiptsDocs } from '../../receipts/receipts.docs.js';
import { retentionFilesDocs } from '../../retentions/files/files.docs.js';
import { retentionsDocs } from '../../retentions/retentions.docs.js';
import type { OperationDocs } from '../types.js';

/** Receipts, retentions, and what accountants take along. */
export const records = {
  ...receiptsDocs,
  ...manyReceiptsDocs,
  ...receiptInvoicingDocs,
  ...receiptFilesDocs,
  ...retentionsDocs,
  ...retentionFilesDocs,
  ...exportsDocs,
  ...downloadsDocs,
  ...cancellationRequestsDocs,
} satisfies OperationDocs;
