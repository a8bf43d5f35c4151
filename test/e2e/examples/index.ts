import { eventsStages } from './events.js';
import { invoicesStages } from './invoices.js';
import { organizationsStages } from './organizations.js';
import { partiesStages } from './parties.js';
import { peopleStages } from './people.js';
import { recordsStages } from './records.js';
import type { Stages } from './run.js';

/** Of all operations that need something before. */
export const stages: Stages = {
  ...partiesStages,
  ...invoicesStages,
  ...recordsStages,
  ...organizationsStages,
  ...peopleStages,
  ...eventsStages,
};
