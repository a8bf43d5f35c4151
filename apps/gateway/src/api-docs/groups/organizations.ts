import type { OperationDocs } from '../types.js';

/** Organizations, their people and settings. */
export const organizations = {} satisfies OperationDocs;
