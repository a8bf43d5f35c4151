import type { OperationDoc } from '#http';
import { events } from './groups/events.js';
import { invoices } from './groups/invoices.js';
import { organizations } from './groups/organizations.js';
import { people } from './groups/people.js';
import { parties } from './groups/parties.js';
import { records } from './groups/records.js';
import type { OperationDocs } from './types.js';

/** What is said of the operations, by route; each part is beside its controllers. */
export const operations: Readonly<Record<string, OperationDoc>> = {
  ...parties,
  ...invoices,
  ...records,
  ...organizations,
  ...people,
  ...events,
} satisfies OperationDocs;
