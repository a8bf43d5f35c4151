import type { Words } from './words.js';

/** Webhooks, events, the sandbox, files, health. */
export const eventsWords: Words = { names: {}, values: [], valuesOf: {} };
