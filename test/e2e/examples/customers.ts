import type { Stages } from './run.js';

export const customersStages: Stages = {};
