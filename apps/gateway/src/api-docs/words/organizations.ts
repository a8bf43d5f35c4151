import type { Words } from './words.js';

/** Organizations, their people and settings. */
export const organizationsWords: Words = { names: {}, values: [], valuesOf: {} };
