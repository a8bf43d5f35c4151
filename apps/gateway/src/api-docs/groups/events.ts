import type { OperationDocs } from '../types.js';

/** Webhooks, events, the sandbox, files, health. */
export const events = {} satisfies OperationDocs;
