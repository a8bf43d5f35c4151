import type { Stages } from './run.js';

/** Invoices. */
export const invoicesStages: Stages = {};
