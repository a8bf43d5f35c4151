import type { Words } from './words.js';

/** People: team, invites, roles, users, their keys, the log of who did what, inbound mail. */
export const peopleWords: Words = { names: {}, values: [], valuesOf: {} };
