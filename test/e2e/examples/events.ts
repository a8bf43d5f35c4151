import type { Stages } from './run.js';

/** Webhooks, events, the sandbox, files, health. */
export const eventsStages: Stages = {};
