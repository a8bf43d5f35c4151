import type { TagDoc } from '#http';

/** The groups of operations, in the order that people need them. */
export const tags = [
  { name: 'Customers', description: 'Whom invoices are issued to, with their fiscal data.' },
  { name: 'Products', description: 'What is sold, with its keys of the SAT and its taxes.' },
  {
    name: 'Invoices',
    description: 'CFDI 4.0 of every type: drafts, stamping, cancellation, files, payments, imports.',
  },
  {
    name: 'Receipts',
    description: 'Sales that are invoiced later: by the customer itself, or all together.',
  },
  { name: 'Retentions', description: 'CFDI of retentions and payment information 2.0.' },
  { name: 'Catalogs', description: 'Keys of the SAT’s catalogues, to search and to list.' },
  { name: 'Tools', description: 'Checks that need no document.' },
  {
    name: 'Webhooks',
    description: 'Endpoints that events are sent to, their deliveries, and the events themselves.',
  },
  { name: 'Organizations', description: 'Issuers: fiscal data, certificates, series, keys, team, settings.' },
  { name: 'Suppliers', description: 'Who invoices the organization, and what they ask to cancel.' },
  { name: 'Accounting', description: 'Monthly exports, and downloads from the SAT with reconciliation.' },
  { name: 'Files', description: 'Downloads by signed address.' },
  {
    name: 'Sandbox',
    description: 'What Test alone has: its clock, its stamps, its suppliers, events at will.',
  },
  { name: 'Health', description: 'Whether the service is up and ready, and whether a key works.' },
] as const satisfies readonly TagDoc[];

export type Tag = (typeof tags)[number]['name'];
