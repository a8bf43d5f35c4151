import { expect } from '@jest/globals';
import { CFDI_40_START, type Catalogue, type CatalogueEntry } from '../src/catalogue.js';
import { rowsOf, type Row } from './material.js';

export interface SameRows<E extends CatalogueEntry> {
  /** First day of the standard, for the rows that say none. */
  readonly since?: string;
  /** The column of the key; `id` unless said. */
  readonly key?: string;
  /** The column of the label; `texto` unless said, undefined where the table has no label. */
  readonly label?: string | undefined;
  /** Keys of ours that the table has not, though they are valid. */
  readonly ours?: readonly string[];
  /** What else a row says. */
  readonly facts?: (entry: E, row: Row) => void;
}

/** A label as it is compared: single spaces, no final stop. */
export const plain = (text = ''): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');

/** Expects a catalogue to have just the keys of a table, and each key its label and dates. */
export function expectSameRows<E extends CatalogueEntry>(
  catalogue: Catalogue<E>,
  file: string,
  { since = CFDI_40_START, key = 'id', ours = [], facts, ...rest }: SameRows<E> = {},
): void {
  const label = 'label' in rest ? rest.label : 'texto';
  const rows = rowsOf(file);
  const inTable = catalogue.entries.filter((entry) => !entry.outsideCfdi && !ours.includes(entry.key));
  const facet = (entry: CatalogueEntry) => [
    entry.key,
    ...(label === undefined ? [] : [plain(entry.label)]),
    entry.validFrom,
    entry.validTo ?? '',
  ];
  const theirs = rows.map((row) => [
    row[key],
    ...(label === undefined ? [] : [plain(row[label])]),
    row['vigencia_desde'] || since,
    row['vigencia_hasta'] ?? '',
  ]);
  const sortRows = (list: readonly unknown[][]) =>
    [...list].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  expect(sortRows(inTable.map(facet))).toEqual(sortRows(theirs));
  for (const one of ours) expect(catalogue.has(one)).toBe(true);
  for (const row of rows) {
    const entry = catalogue.find(row[key] ?? '');
    if (entry) facts?.(entry, row);
  }
}
