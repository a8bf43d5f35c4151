import { expect, it } from '@jest/globals';
import { AUDIT_COLUMNS } from '#apps/gateway/src/audit/audit-table';
import { allServices } from '#apps/standalone/src/services';
import { platformMigrations } from '#hosting';
import { tablesAfter } from './schema.js';
import { serviceSources, sqlIn } from './sources.js';

/** What services' SQL calls beside columns: functions, types and values. Keywords are written in capitals. */
const VOCABULARY = new Set(
  `adopt_payment array_agg bigint cardinality ceil claim_balances claim_download clock_timestamp coalesce concat_ws count epoch excluded extract false float8 greatest hashtextextended int integer
  interval json jsonb json_populate_recordset json_to_recordset least left lpad make_interval max min now numeric octet_length page percentile_disc pg_advisory_xact_lock pg_column_size row_number secs set_config sort_key split_part strpos sum text timestamptz to_char to_hex
  true unnest width_bucket`.split(/\s+/),
);

const tables = await tablesAfter([...platformMigrations, ...allServices.flatMap((one) => one.migrations)]);
const known = new Set([
  'boolean',
  ...VOCABULARY,
  ...[...tables.values()].flatMap((columns) => [...columns]),
  ...[...tables.keys()].flatMap((table) => table.split('.')),
]);

const texts = (await serviceSources())
  .filter(({ path }) => !/migrations?\.ts$/.test(path))
  .flatMap(({ path, text }) => sqlIn(text).map((sql) => ({ path, sql })));

/** Names that a statement makes for itself. */
const madeIn = (sql: string): Set<string> =>
  new Set([
    ...[...sql.matchAll(/\bAS\s+([a-z_0-9]+)/g)].map(([, name = '']) => name),
    ...[...sql.matchAll(/\b([a-z_0-9]+)(?:\([a-z_]+\))?\s+AS\s+(?:MATERIALIZED\s+)?\(/g)].map(
      ([, name = '']) => name,
    ),
    // Columns of rows that come as JSON: `AS r(name text, ...)`.
    ...[...sql.matchAll(/\bAS\s+[a-z]\(([^)]*)\)/g)].flatMap(
      ([, list = '']) => list.match(/[a-z_]+(?= )/g) ?? [],
    ),
  ]);

it('names in SQL are columns that a migration makes', () => {
  const unknown = texts.flatMap(({ path, sql }) => {
    const plain = sql.replace(/\$\{[^}]*\}/g, ' ').replace(/'[^']*'/g, ' ');
    const made = madeIn(plain);
    const names = [...plain.matchAll(/(?<![$\w])[a-z_][a-z_0-9]*/g)].map(([name]) => name);
    return names.filter((name) => !known.has(name) && !made.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(unknown).toEqual([]);
  expect(texts.length).toBeGreaterThan(50);
});

it('the audit log is written with the columns that its table has', () => {
  expect([...AUDIT_COLUMNS].sort()).toEqual([...(tables.get('gateway.audit_log') ?? [])].sort());
});
