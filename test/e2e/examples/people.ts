import type { Stages } from './run.js';

/** People: team, invites, roles, users, their keys, the log of who did what, inbound mail. */
export const peopleStages: Stages = {};
