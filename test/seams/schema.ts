import type { Migration } from '#hosting';
import type { QueryRunner } from 'typeorm';

/** Tables by `schema.table`, with their columns in the order of the migrations. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

type Change = (tables: Map<string, Set<string>>, ...parts: string[]) => void;

const NAME = '([a-z_]+\\.[a-z_]+)';
const pattern = (text: string): RegExp =>
  new RegExp(text.replaceAll('@', NAME).replaceAll(' ', '\\s+'), 'is');

const move = (tables: Map<string, Set<string>>, from: string, to: string): void => {
  const columns = tables.get(from);
  if (columns === undefined) return;
  tables.delete(from);
  tables.set(to, columns);
};

/** What statements do to tables; other statements do nothing to them. */
const CHANGES: readonly (readonly [RegExp, Change])[] = [
  [
    pattern('^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?@ \\((.*)\\)[^)]*$'),
    (tables, table = '', body = '') => tables.set(table, new Set(columnsIn(body))),
  ],
  [
    pattern('^DROP TABLE (?:IF EXISTS )?@'),
    (tables, table = '') => {
      tables.delete(table);
    },
  ],
  [
    pattern('^DROP SCHEMA (?:IF EXISTS )?([a-z_]+)'),
    (tables, schema = '') => {
      for (const table of [...tables.keys()]) if (table.startsWith(`${schema}.`)) tables.delete(table);
    },
  ],
  [
    pattern('^ALTER TABLE (?:IF EXISTS )?@ SET SCHEMA ([a-z_]+)'),
    (tables, table = '', schema = '') => move(tables, table, `${schema}.${table.split('.')[1]}`),
  ],
  [
    pattern('^ALTER TABLE (?:IF EXISTS )?@ RENAME TO ([a-z_]+)'),
    (tables, table = '', name = '') => move(tables, table, `${table.split('.')[0]}.${name}`),
  ],
  [
    pattern('^ALTER TABLE (?:IF EXISTS )?@ (?!SET SCHEMA|RENAME TO)(.*)$'),
    (tables, table = '', changes = '') => {
      const columns = tables.get(table);
      if (columns !== undefined) for (const change of partsOf(changes)) changeColumns(columns, change);
    },
  ],
];

function changeColumns(columns: Set<string>, change: string): void {
  const added = /^ADD\s+(?:COLUMN\s+)(?:IF\s+NOT\s+EXISTS\s+)?([a-z_0-9]+)/i.exec(change)?.[1];
  const dropped = /^DROP\s+COLUMN\s+(?:IF\s+EXISTS\s+)?([a-z_0-9]+)/i.exec(change)?.[1];
  const [, from, to] = /^RENAME\s+COLUMN\s+([a-z_]+)\s+TO\s+([a-z_]+)/i.exec(change) ?? [];
  if (added) columns.add(added);
  if (dropped) columns.delete(dropped);
  if (from && to && columns.delete(from)) columns.add(to);
}

/** Splits at commas outside parentheses. */
function partsOf(text: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The columns among what a CREATE TABLE lists: not its constraints. */
const columnsIn = (body: string): string[] =>
  partsOf(body)
    .filter((part) => !/^(primary|foreign|unique|constraint|check|exclude|like)\b/i.test(part))
    .map((part) => part.split(/\s/, 1)[0] ?? '');

/** The tables after migrations, as their own statements say, without a database. */
export async function tablesAfter(migrations: readonly Migration[]): Promise<Tables> {
  const tables = new Map<string, Set<string>>();
  const query = async (sql: string): Promise<unknown[]> => {
    const text = sql.replace(/--.*$/gm, '');
    for (const statement of text.split(';').map((one) => one.trim()))
      for (const [matches, change] of CHANGES) {
        const found = matches.exec(statement);
        if (found) change(tables, ...found.slice(1).map((part) => part ?? ''));
      }
    return [];
  };
  // Nothing else of a QueryRunner is used by migrations.
  const runner = { query } as unknown as QueryRunner;
  const named = migrations.map((Migration) => new Migration());
  const number = (name = ''): number => Number(/\d{13}$/.exec(name)?.[0]);
  named.sort((a, b) => number(a.name) - number(b.name));
  for (const migration of named) await migration.up(runner);
  return tables;
}
