import { describe, expect, it } from '@jest/globals';
import { allServices } from '#apps/standalone/src/services';
import { platformMigrations } from '#hosting';
import { tablesAfter } from './schema.js';

const migrations = [...platformMigrations, ...allServices.flatMap((service) => service.migrations)];
const projections = allServices.flatMap((service) => service.projections);
/** Columns that no projection of today fills: processes of the release before do, while they are replaced. */
const left: Readonly<Record<string, readonly string[]>> = { 'gateway.customers': ['fingerprint'] };
const tables = await tablesAfter(migrations);

describe('read models and the tables that migrations make for them', () => {
  it.each(projections.map((projection) => [projection.table, projection] as const))(
    '%s has the columns of its projection, and no others',
    (table, { columns }) => {
      const expected = [...Object.keys(columns), ...(left[table] ?? [])];
      expect([...(tables.get(table) ?? [])].toSorted()).toEqual(expected.toSorted());
    },
  );

  it('has its sets of distinct values where their projection puts them', () => {
    for (const { distinct } of projections)
      if (distinct) expect([...(tables.get(distinct.table) ?? [])]).toEqual([...distinct.columns]);
  });

  it('knows many tables: it has read the migrations', () => {
    expect(tables.size).toBeGreaterThan(10);
  });
});
