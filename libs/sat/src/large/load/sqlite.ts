import sqlite from 'node-sqlite3-wasm';
import type { Cell, Sheet } from './cells.js';
import { LoadFailure } from './failure.js';

/**
 * The tables of a SQLite database whose names are wanted, with the names of their columns as their first row: the file of
 * phpcfdi/resources-sat-catalogs, or one that has its names. The file is only read.
 */
export function readSqlite(
  path: string,
  source: string,
  wants: (table: string) => boolean,
): ReadonlyMap<string, Sheet> {
  try {
    const database = new sqlite.Database(path, { readOnly: true, fileMustExist: true });
    try {
      const names = database
        .all(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name`)
        .map(({ name }) => textOf(name))
        .filter(wants);
      return new Map(names.map((name) => [name, readTable(database, name, source)]));
    } finally {
      database.close();
    }
  } catch (error) {
    throw new LoadFailure(
      `${source} can not be read as a SQLite database: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Only names of catalogues come here, which have letters, digits and underscores. */
function readTable(database: sqlite.Database, name: string, source: string): Sheet {
  const records = database.all(`SELECT * FROM "${name}"`);
  const columns = database
    .all(`SELECT name FROM pragma_table_info('${name}')`)
    .map((row) => textOf(row['name']));
  const rows: (readonly Cell[])[] = [
    columns,
    ...records.map((record) => columns.map((column): Cell => cellOf(record[column]))),
  ];
  return {
    name,
    where: `${source}, table ${name}`,
    rows: rows.length,
    cells: (row) => rows[row] ?? [],
    from1904: false,
  };
}

const cellOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number'
    ? value
    : typeof value === 'bigint'
      ? Number(value)
      : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
