import type { ServiceDefinition } from '#hosting';
import { automaticGlobals } from './automatic/process.js';
import { claimProcess } from './claim/process.js';
import { refundProcess } from './refund/process.js';
import { Receipts1764150002100 } from './migrations.js';
import { RowRepairs } from './receipt/repairs.js';

/** Receipts: what was sold, and the one fiscal document that each of them becomes. */
export const receiptsService: ServiceDefinition = {
  name: 'receipts',
  migrations: [Receipts1764150002100],
  projections: [],
  processes: [claimProcess, refundProcess, automaticGlobals],
  consumers: ({ config, pool, store }) => [new RowRepairs({ pool, store, config })],
};
