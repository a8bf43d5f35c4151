import type { Words } from './words.js';

/** Invoices. */
export const invoicesWords: Words = { names: {}, values: [], valuesOf: {} };
