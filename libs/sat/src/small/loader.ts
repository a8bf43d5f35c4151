import { loadableOf, type Catalogue, type CatalogueEntry } from '../catalogue.js';
import type { Table } from '../large/table.js';

/** A row of a loaded edition. */
export interface LoadedRow<E extends CatalogueEntry> {
  /** What every catalogue has: key, names and dates. */
  readonly base: CatalogueEntry;
  /** A column's text; empty where the source has none. */
  readonly text: (column: string) => string;
  /** The built-in row of the key, for what the tax authority does not publish as data. */
  readonly known: E | undefined;
}

/** Gives a small catalogue the rows of a table. */
export interface SmallLoader {
  /** How many rows are built in, and from when the newest of them is in force. */
  readonly builtIn: { readonly rows: number; readonly newest: string };
  /** Reads every row; throws an Error, in words, for one that can't be right. */
  check(table: Table): void;
  /** Uses the rows of a table from now on; those that are built in without one. */
  use(table?: Table, edition?: string): void;
}

interface LoaderOptions<E extends CatalogueEntry> {
  /** First day of the rows that name none. */
  readonly since: string;
  readonly toEntry: (row: LoadedRow<E>) => E;
  /** Built-in rows that stay beside the loaded ones: those that the tax authority's table is known to lack. */
  readonly keep?: (entry: E) => boolean;
}

function baseOf(table: Table, row: number, since: string, known: CatalogueEntry | undefined): CatalogueEntry {
  const key = table.key(row);
  const validTo = table.text('validTo', row);
  return {
    key,
    label: table.text('label', row) || known?.label || key,
    ...(known?.en !== undefined && { en: known.en }),
    validFrom: table.text('validFrom', row) || known?.validFrom || since,
    ...(validTo !== '' && { validTo }),
  };
}

/** What is known of a key, without what only its own edition says: whether it is in force. */
function withoutEnd<E extends CatalogueEntry>(entry: E): E {
  const { validTo: _end, outsideCfdi: _outside, ...rest } = entry;
  return rest as E;
}

/** Makes the loader of a catalogue. */
export function smallLoader<E extends CatalogueEntry>(
  catalogue: Catalogue<E>,
  { since, toEntry, keep = () => false }: LoaderOptions<E>,
): SmallLoader {
  const { builtIn, use } = loadableOf(catalogue);
  const known = new Map(builtIn.map((entry) => [entry.key, withoutEnd(entry)]));
  const place = new Map(builtIn.map(({ key }, index) => [key, index]));
  const placeOf = ({ key }: E): number => place.get(key) ?? builtIn.length;

  const read = (table: Table): readonly E[] => {
    const rows = Array.from({ length: table.rows }, (_, row): E => {
      const of = known.get(table.key(row));
      const text = (column: string): string => table.text(column, row);
      return toEntry({ base: baseOf(table, row, since, of), text, known: of });
    });
    // A row that is there twice counts once: tables have the one without an end first.
    const once = [
      ...new Map(rows.toReversed().map((entry) => [`${entry.key} ${entry.validFrom}`, entry])).values(),
    ];
    const loaded = new Set(rows.map(({ key }) => key));
    const kept = builtIn.filter(
      (entry) => !loaded.has(entry.key) && (entry.outsideCfdi === true || keep(entry)),
    );
    // The order of the built-in rows, which is the tax authority's; new keys come last, by key.
    return [...once.toReversed(), ...kept].sort((a, b) => placeOf(a) - placeOf(b));
  };

  return {
    builtIn: {
      rows: builtIn.length,
      newest: builtIn.reduce((newest, { validFrom = '' }) => (validFrom > newest ? validFrom : newest), ''),
    },
    check: (table) => void read(table),
    use: (table, edition) => use(table && read(table), edition),
  };
}
