import { readTable, type CatalogueEntry } from '../catalogue.js';

/** A catalogue's row with its first day of validity, and its last where it has one. */
export type Row = CatalogueEntry & { readonly validFrom: string };

/**
 * A reader of tables written as `KEY Label; KEY Label;` whose rows are valid since one day.
 * @returns a function of the table and of the rows of other dates: `from` or `from/to` (both included) and
 * the keys, with spaces between
 */
export const rowsSince =
  (validFrom: string) =>
  (table: string, changes: Readonly<Record<string, string>> = {}): readonly Row[] => {
    const dates = new Map<string, Pick<Row, 'validFrom' | 'validTo'>>();
    for (const [interval, keys] of Object.entries(changes)) {
      const [from = '', to] = interval.split('/');
      for (const key of keys.split(' ')) dates.set(key, { validFrom: from, ...(to && { validTo: to }) });
    }
    return readTable(table).map(({ key, label }) => ({
      key,
      label: label.replace(/\s+/g, ' '),
      validFrom,
      ...dates.get(key),
    }));
  };

/** Rows whose label is followed by more columns, written `KEY Label | second | third`, with those apart. */
export const withColumns = (
  rows: readonly Row[],
): readonly (Row & { readonly columnas: readonly string[] })[] =>
  rows.map((row) => {
    const [label = '', ...columns] = row.label.split(' | ');
    return { ...row, label, columnas: columns };
  });
