import type { Columns } from '../table.js';
import type { ColumnSpec, TableSpec } from '../tables.js';
import { fold } from '../words.js';
import { cellDate, cellText, type Cell, type Sheet } from './cells.js';
import { LoadFailure } from './failure.js';

/** How far down to look for the heading: title rows come before it. */
const TITLE_ROWS = 20;
const PROGRESS_EVERY = 2_000;

/** Where a sheet has what: its heading's row, and the place of every column of ours that it has. */
interface Heading {
  readonly row: number;
  /** How many lines it has, the last of which is the row. */
  readonly lines: number;
  readonly places: ReadonlyMap<string, number>;
}

const headingOf = (cell: Cell): string => fold(cellText(cell)).replace(/[^a-z0-9]/g, '');

const placesIn = (spec: TableSpec, cells: readonly Cell[], isTsv: boolean): ReadonlyMap<string, number> => {
  const names = cells.map(isTsv ? cellText : headingOf);
  const found = spec.columns.map(({ name, heading, tsv }): [string, number] => [
    name,
    names.findIndex((text) => (isTsv ? text === tsv : heading.test(text))),
  ]);
  return new Map(found.filter(([, place]) => place >= 0));
};

/** Two lines of a heading as one: the second has the names below a name of several columns. */
const joinLines = (first: readonly Cell[], second: readonly Cell[]): readonly Cell[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
    cellText(second[at]) === '' ? first[at] : second[at],
  );

/** The row that names the columns, the second where the heading has two lines; throws a LoadFailure where none does, or a column is lacking. */
function findHeading(spec: TableSpec, sheet: Sheet, isTsv: boolean): Heading {
  const keys = spec.columns.filter(({ kind }) => kind === 'key');
  const lackingIn = (places: Heading['places']): readonly ColumnSpec[] =>
    spec.columns.filter(({ name, required }) => required && !places.has(name));
  for (let row = 0; row < Math.min(sheet.rows, isTsv ? 1 : TITLE_ROWS); row += 1) {
    const places = placesIn(spec, sheet.cells(row), isTsv);
    if (spec.twoLines && !isTsv && places.size > 0) {
      const both = placesIn(spec, joinLines(sheet.cells(row), sheet.cells(row + 1)), isTsv);
      if (both.size > places.size && lackingIn(both).length === 0)
        return { row: row + 1, lines: 2, places: both };
    }
    if (!keys.some(({ name }) => places.has(name))) continue;
    const lacking = lackingIn(places);
    if (lacking.length === 0) return { row, lines: 1, places };
    const names = lacking.map(({ tsv }) => tsv).join(', ');
    throw new LoadFailure(`${sheet.where}, row ${row + 1}: ${spec.name} lacks the columns for ${names}.`);
  }
  const names = keys.map(({ tsv }) => tsv).join(', ');
  throw new LoadFailure(`${sheet.where}: no row names the columns of ${spec.name} (${names}).`);
}

/** Remarks below or between the rows: one cell with a sentence, such as where the table continues. */
const isRemark = (cells: readonly Cell[]): boolean => {
  const filled = cells.map(cellText).filter((text) => text !== '');
  return filled.length === 1 && (filled[0] ?? '').includes(' ');
};

function valueOf(column: ColumnSpec, cell: Cell, from1904: boolean): string | undefined {
  if (column.kind === 'date') return cellDate(cell, from1904);
  let value = cellText(cell);
  if (column.digits !== undefined && /^\d+$/.test(value)) value = value.padStart(column.digits, '0');
  value = column.means?.[value] ?? value;
  return column.pattern === undefined || column.pattern.test(value) ? value : undefined;
}

/** What a catalogue's sheets hold, checked and not yet sorted. */
export interface Gathered {
  readonly columns: Columns;
  /** What the rows above the heading say, or from when the newest rows are in force. */
  readonly edition: string;
}

/**
 * Reads the rows of a catalogue from its sheets, which are the parts of one table.
 * @param onRows called from time to time with the number of rows read
 */
export function gatherRows(
  spec: TableSpec,
  sheets: readonly Sheet[],
  isTsv: boolean,
  onRows: (done: number) => void,
): Gathered {
  const columns = new Map(spec.columns.map(({ name }): [string, string[]] => [name, []]));
  const keyColumns = spec.columns.filter(({ kind }) => kind === 'key');
  const titles = new Set<string>();
  let done = 0;
  for (const sheet of sheets) {
    const { row: headingRow, lines, places } = findHeading(spec, sheet, isTsv);
    for (let row = 0; row <= headingRow - lines; row += 1)
      titles.add(sheet.cells(row).map(cellText).filter(Boolean).join(' '));
    for (let row = headingRow + 1; row < sheet.rows; row += 1) {
      if (++done % PROGRESS_EVERY === 0) onRows(done);
      const cells = sheet.cells(row);
      const given = (name: string): Cell => cells[places.get(name) ?? -1];
      if (spec.columns.every(({ name }) => cellText(given(name)) === '') || isRemark(cells)) continue;
      const valueIn = (column: ColumnSpec): string => {
        const value = valueOf(column, given(column.name), sheet.from1904);
        if (value !== undefined && (value !== '' || column.kind !== 'key')) return value;
        const shown = JSON.stringify(cellText(given(column.name)).slice(0, 60));
        throw new LoadFailure(
          `${sheet.where}, row ${row + 1}: ${shown} can not be the ${column.tsv} of ${spec.name}.`,
        );
      };
      if (keyColumns.some((column) => spec.except?.includes(valueIn(column)))) continue;
      const values = spec.columns.map(valueIn);
      spec.columns.forEach(({ name }, n) => columns.get(name)?.push(values[n] ?? ''));
    }
  }
  onRows(done);
  const edition = [...titles].filter(Boolean).join('; ').slice(0, 200);
  const keys = keyColumns.map(({ name }) => name);
  return { columns: sortByKey(columns, keys), edition: edition || newestDay(columns.get('validFrom')) };
}

const newestDay = (days: readonly string[] = []): string =>
  days.reduce((newest, day) => (day > newest ? day : newest), '') || 'undated';

/** One key column out of several, and the rows by it; of rows with the same key those without an end first. */
function sortByKey(columns: ReadonlyMap<string, readonly string[]>, keys: readonly string[]): Columns {
  const parts = keys.map((name) => columns.get(name) ?? []);
  const joined = (parts[0] ?? []).map((_, row) => parts.map((values) => values[row] ?? '').join(''));
  const ends = columns.get('validTo') ?? [];
  const order = joined.map((_, row) => row);
  order.sort((a, b) => {
    const [left = '', right = ''] = [joined[a], joined[b]];
    if (left !== right) return left < right ? -1 : 1;
    return Number((ends[a] ?? '') !== '') - Number((ends[b] ?? '') !== '') || a - b;
  });
  const rest = [...columns].filter(([name]) => !keys.includes(name));
  return new Map(
    [['key', joined] as const, ...rest].map(([name, values]) => [
      name,
      order.map((row) => values[row] ?? ''),
    ]),
  );
}
