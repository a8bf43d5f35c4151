import type { Stages } from './run.js';

/** Receipts, retentions, and what accountants take along. */
export const recordsStages: Stages = {};
