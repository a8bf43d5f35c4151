import type { CatalogueEntry } from '../catalogue.js';
import type { KeyStatus, LargeCatalogue, Place, PlaceCatalogue, SearchableCatalogue } from './port.js';
import { searchTable } from './search.js';
import type { Table } from './table.js';
import type { TableSpec } from './tables.js';

/** A table as a catalogue holds it: opened when it is first asked for. */
export interface Held {
  readonly complete: boolean;
  readonly rows: number;
  readonly table: () => Table;
}

/** Whether a row is in force; without a date every row is. */
const inForce = (table: Table, row: number, date: string | undefined): boolean => {
  if (date === undefined) return true;
  const day = date.slice(0, 10);
  const to = table.text('validTo', row);
  return day >= table.text('validFrom', row) && (to === '' || day <= to);
};

/** The rows of a key: of those one may be in force and others not. */
function* rowsOf(table: Table, key: string): Generator<number> {
  for (let row = table.seek(key); table.keyIs(row, key); row += 1) yield row;
}

const findRow = (table: Table, key: string, date: string | undefined): number | undefined => {
  for (const row of rowsOf(table, key)) if (inForce(table, row, date)) return row;
  return undefined;
};

const statusOf = (held: Held, key: string, wellFormed: boolean, date: string | undefined): KeyStatus => {
  if (!wellFormed) return 'malformed';
  const table = held.table();
  if (findRow(table, key, date) !== undefined) return 'known';
  return date !== undefined && table.keyIs(table.seek(key), key) ? 'expired' : 'well_formed';
};

const isAccepted = (status: KeyStatus, complete: boolean): boolean =>
  status === 'known' || (status === 'well_formed' && !complete);

/** Reads the fields of a row: texts that are empty are left out. */
export type Reader<E> = (text: (column: string) => string) => Omit<E, keyof CatalogueEntry>;

const entryOf = (table: Table, row: number, key: string): CatalogueEntry => {
  const from = table.text('validFrom', row);
  const to = table.text('validTo', row);
  const label = table.text('label', row);
  return { key, label, ...(from && { validFrom: from }), ...(to && { validTo: to }) };
};

/** A catalogue of single keys over a table. */
export function largeCatalogue<E extends CatalogueEntry>(
  spec: TableSpec,
  held: Held,
  read: Reader<E>,
): LargeCatalogue<E> & { findAll(key: string, date?: string): readonly E[] } {
  const pattern = spec.columns.find(({ kind }) => kind === 'key')?.pattern ?? /^$/;
  const entry = (row: number, key: string): E => {
    const table = held.table();
    const text = (column: string): string => table.text(column, row);
    return { ...entryOf(table, row, key), ...read(text) } as E;
  };
  const check: LargeCatalogue<E>['check'] = (key, date) => statusOf(held, key, pattern.test(key), date);
  return {
    name: spec.name,
    complete: held.complete,
    size: held.rows,
    find: (key, date) => {
      const row = findRow(held.table(), key, date);
      return row === undefined ? undefined : entry(row, key);
    },
    findAll: (key, date) =>
      [...rowsOf(held.table(), key)]
        .filter((row) => inForce(held.table(), row, date))
        .map((row) => entry(row, key)),
    check,
    accepts: (key, date) => isAccepted(check(key, date), held.complete),
  };
}

/** The same, searched by words; `keysCalled`: which keys people mean by just some words, whatever they are named. */
export const searchableCatalogue = <E extends CatalogueEntry>(
  spec: TableSpec,
  held: Held,
  read: Reader<E>,
  keysCalled?: (words: readonly string[]) => ReadonlySet<string>,
): SearchableCatalogue<E> & { findAll(key: string, date?: string): readonly E[] } => ({
  ...largeCatalogue(spec, held, read),
  search: (text, options = {}) => {
    const table = held.table();
    return searchTable(table, text, options, (row, date) => inForce(table, row, date), keysCalled);
  },
});

/** A catalogue of places over a table whose keys begin with what the places are in. */
export function placeCatalogue(spec: TableSpec, held: Held): PlaceCatalogue {
  const [outer, inner] = spec.columns.filter(({ kind }) => kind === 'key').map(({ pattern }) => pattern);
  const entry = (row: number, of: string): Place => {
    const table = held.table();
    return { ...entryOf(table, row, table.key(row).slice(of.length)), of };
  };
  const check: PlaceCatalogue['check'] = (of, key, date) =>
    statusOf(held, of + key, outer?.test(of) === true && inner?.test(key) === true, date);
  return {
    name: spec.name,
    complete: held.complete,
    size: held.rows,
    find: (of, key, date) => {
      if (check(of, key, date) !== 'known') return undefined;
      const row = findRow(held.table(), of + key, date);
      return row === undefined ? undefined : entry(row, of);
    },
    check,
    accepts: (of, key, date) => isAccepted(check(of, key, date), held.complete),
    placesOf: (of, date) => {
      const places: Place[] = [];
      if (outer?.test(of) !== true) return places;
      const table = held.table();
      for (let row = table.seek(of); row < table.rows && table.key(row).startsWith(of); row += 1)
        if (inForce(table, row, date)) places.push(entry(row, of));
      return places;
    },
  };
}
