import type { OperationDocs } from '../types.js';

/** People: team, invites, roles, users, their keys, the log of who did what, inbound mail. */
export const people = {} satisfies OperationDocs;
