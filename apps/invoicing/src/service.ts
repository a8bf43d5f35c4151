import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { invoicingProcess } from './process.js';
import { invoicingMigrations } from './migrations.js';
import { invoicingContents } from './recovery/contents.js';
import { invoicingRecovery } from './recovery/restore.js';

/** Invoices and retentions: their rules, drafts, totals, folios, and the way to stamp and cancellation. */
export const invoicingService: ServiceDefinition = {
  name: 'invoicing',
  owns: streamsOfLine('invoicing'),
  keys: ['documents'],
  migrations: invoicingMigrations,
  projections: [],
  processes: [invoicingProcess],
  recovery: invoicingRecovery,
  contents: invoicingContents,
};
