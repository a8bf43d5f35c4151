import { receiptFilesDocs } from '../../receipts/files/files.docs.js';
import { receiptInvoicingDocs } from '../../receipts/invoicing/invoicing.docs.js';
import { manyReceiptsDocs } from '../../receipts/many/many.docs.js';
import { receiptsDocs } from '../../receipts/receipts.docs.js';
import type { OperationDocs } from '../types.js';

/** Receipts, retentions, and what accountants take along. */
export const records = {
  ...receiptsDocs,
  ...manyReceiptsDocs,
  ...receiptInvoicingDocs,
  ...receiptFilesDocs,
} satisfies OperationDocs;
