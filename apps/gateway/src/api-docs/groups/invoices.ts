import type { OperationDocs } from '../types.js';

/** Invoices. */
export const invoices = {} satisfies OperationDocs;
