import type { Stages } from './run.js';

/** Organizations, their people and settings. */
export const organizationsStages: Stages = {};
