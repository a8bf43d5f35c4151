import type { ServiceDefinition } from '#platform';
import { invoicingProcess } from './invoice/process.js';
import { invoicesProjection } from './invoice/projection.js';
import { invoicingMigrations } from './migrations.js';

/** Invoices: their rules, drafts, totals, folios, and the way to stamp and cancellation. */
export const invoicingService: ServiceDefinition = {
  name: 'invoicing',
  migrations: invoicingMigrations,
  projections: [invoicesProjection],
  processes: [invoicingProcess],
};
