import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { automaticGlobals } from './automatic/process.js';
import { claimProcess } from './claim/process.js';
import { refundProcess } from './refund/process.js';
import { importProcess } from './imports/process.js';
import { ReceiptImports1764150002250, Receipts1764150002100 } from './migrations.js';
import { receiptsRecovery } from './recovery.js';
import { REPAIRS, RowRepairs } from './receipt/repairs.js';

/** Receipts: what was sold, and the one fiscal document that each of them becomes. */
export const receiptsService: ServiceDefinition = {
  name: 'receipts',
  owns: streamsOfLine('receipts'),
  migrations: [Receipts1764150002100, ReceiptImports1764150002250],
  projections: [],
  processes: [claimProcess, refundProcess, automaticGlobals, importProcess],
  recovery: receiptsRecovery,
  consumerNames: [REPAIRS],
  consumers: ({ config, pool, store }) => [new RowRepairs({ pool, store, config })],
};
