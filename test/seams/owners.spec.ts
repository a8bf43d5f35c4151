import { describe, expect, it } from '@jest/globals';
import { allServices } from '#apps/standalone/src/services';
import * as contracts from '#contracts';
import { platformMigrations } from '#hosting';
import { tablesAfter } from './schema.js';
import { serviceSources, sqlIn, type Source } from './sources.js';

/** The schema that every service works with: its checkpoints, contents and secrets. */
const SHARED = ['platform'];
/** No service of its own, but all of them in one process: it fills the database for a demonstration. */
const HOSTS = ['standalone'];
/** A migration takes over what another service had: the counters of receipts were invoicing's. */
const TAKEN_OVER = [
  'apps/receipts/src/migrations.ts: invoicing.receipt_folio_counters',
  'apps/invoicing/src/invoice/past-payments.migration.ts: gateway.invoices',
];

const tables = await tablesAfter([...platformMigrations, ...allServices.flatMap((one) => one.migrations)]);
/** `schema.table`: `page` and `matches` are aliases, `excluded` is PostgreSQL's word, and every service may read what its library makes in `event_store`. */
const TABLE = '((?!(?:page|matches|excluded|event_store)\\.)[a-z_]{3,}\\.[a-z_]+)';
const NAMED = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING)\\s+${TABLE}`, 'g');
/** Looked for in SQL alone: other code has commas too. */
const LISTED = new RegExp(`,\\s+${TABLE}`, 'g');
/** Tables that the catalogue names: `invoicesReadModel.table`, `mailboxTable`. */
const CATALOGUED = new Map(Object.entries(contracts).flatMap(([name, value]) => tablesIn(name, value)));

function schemaOf(table: string): string {
  return table.slice(0, table.indexOf('.'));
}

function tablesIn(name: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return tables.has(value) ? [[name, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    typeof inner === 'string' && tables.has(inner) ? [[`${name}.${field}`, inner] as [string, string]] : [],
  );
}

/** The tables that a source names in SQL, or takes from the catalogue. */
const tablesOf = ({ text }: Source): string[] => [
  ...[...text.matchAll(NAMED), ...sqlIn(text).flatMap((sql) => [...sql.matchAll(LISTED)])].map(
    ([, table = '']) => table,
  ),
  ...[...CATALOGUED].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text)).map(([, table]) => table),
];

const sources = await serviceSources();
const uses = sources.flatMap((source) => tablesOf(source).map((table) => ({ ...source, table })));

describe('the tables that services name', () => {
  it('are their own, or everybody’s', () => {
    const others = uses.filter(
      ({ service, table }) => ![...SHARED, service].includes(schemaOf(table)) && !HOSTS.includes(service),
    );
    expect(others.map(({ path, table }) => `${path}: ${table}`)).toEqual(TAKEN_OVER);
  });

  it('are made by a migration', () => {
    const missing = uses.filter(({ table }) => !tables.has(table));
    expect(missing.map(({ path, table }) => `${path}: ${table}`)).toEqual([]);
  });

  it('are found: in SQL and by the catalogue', () => {
    expect(uses.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['invoicing.idempotency_keys', 'gateway.invoices', 'platform.mailbox']),
    );
    expect(CATALOGUED.get('customersReadModel.table')).toBe('gateway.customers');
  });
});
