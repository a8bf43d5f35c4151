import { customersStages } from './customers.js';
import type { Stages } from './run.js';

/** Of all operations that need something before. */
export const stages: Stages = { ...customersStages };
