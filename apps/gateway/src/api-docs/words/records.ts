import type { Words } from './words.js';

/** Receipts, retentions, and what accountants take along. */
export const recordsWords: Words = { names: {}, values: [], valuesOf: {} };
