import type { OperationDocs } from '../types.js';

/** Receipts, retentions, and what accountants take along. */
export const records = {} satisfies OperationDocs;
