import type { Stages } from './run.js';

/** Customers, suppliers, products, catalogues, tools. */
export const partiesStages: Stages = {};
