import type { Words } from './words.js';

/** Customers, suppliers, products, catalogues, tools. */
export const partiesWords: Words = { names: {}, values: [], valuesOf: {} };
