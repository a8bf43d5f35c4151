import type { QrPath } from './qr.js';
import type { Row } from './rows.js';

/** A cell of a table: its text, and the small print below it. */
export interface Cell {
  readonly text: string;
  readonly numeric: boolean;
  readonly strong: boolean;
  readonly details: readonly string[];
}

export interface Table {
  /** `width` is a CSS length, or empty for what is left. */
  readonly columns: readonly { readonly label: string; readonly numeric: boolean; readonly width: string }[];
  readonly rows: readonly { readonly cells: readonly Cell[] }[];
  readonly foot: readonly Cell[] | undefined;
}

/** A part of a complement: a heading, facts, a table, and parts of its own, one below or beside the other. */
export interface Part {
  readonly title: string | undefined;
  /** The heading of a whole complement, rather than of something in one. */
  readonly main: boolean;
  /** Its parts stand side by side. */
  readonly side: boolean;
  /** Its facts are short and many: five in a row. */
  readonly narrow: boolean;
  readonly facts: readonly Fact[];
  readonly table: Table | undefined;
  readonly qr: { readonly code: QrPath; readonly caption: string } | undefined;
  readonly parts: readonly Part[];
}

/** A row of facts; one that is long takes the room of two, the longest among narrow ones that of three. */
export interface Fact extends Row {
  readonly long: boolean;
  readonly longest: boolean;
}

const LONG_FACT = 35;
const LONGEST_FACT = 64;

/** A part with its content; every field is there, because the template is strict. */
export const part = ({
  facts = [],
  ...given
}: Partial<Omit<Part, 'facts'>> & { facts?: readonly Row[] }): Part => ({
  ...{
    title: undefined,
    main: false,
    side: false,
    narrow: false,
    table: undefined,
    qr: undefined,
    parts: [],
  },
  ...given,
  facts: facts.map(({ label, value }) => ({
    ...{ label, value },
    long: value.length > LONG_FACT,
    longest: value.length > LONGEST_FACT,
  })),
});

/** Whether there is anything to print of a part beside its heading. */
const isFilled = ({ facts, table, qr, parts }: Part): boolean =>
  facts.length > 0 || table !== undefined || qr !== undefined || parts.length > 0;

/** The parts that have something in them. */
export const dropEmpty = (parts: readonly (Part | undefined)[]): Part[] =>
  parts.filter((one): one is Part => one !== undefined && isFilled(one));

/** How a column of a table is filled from its rows. */
export interface ColumnOf<T> {
  readonly label: string;
  readonly value: (row: T) => string | undefined;
  /** Of text, in millimetres; columns of numbers are as wide as their longest number. */
  readonly width?: number;
  readonly numeric?: boolean;
  readonly strong?: boolean;
  readonly details?: (row: T) => readonly string[];
  /** The footer of the column, below several rows. */
  readonly total?: string | undefined;
}

const cell = (text: string, { numeric = false, strong = false }, details: readonly string[] = []): Cell => ({
  ...{ text, numeric, strong, details },
});

/** Millimetres for a number with this many characters, including padding. */
const widthOf = (characters: number): number => Math.ceil(characters * 1.6 + 4);

/** What columns of numbers may take together, of the 190 millimetres between the margins. */
const NUMBERS_MM = 110;

/** A table of rows: columns in which no row has anything are left out. Undefined where there are no rows. */
export function tableOf<T>(rows: readonly T[], columns: readonly ColumnOf<T>[]): Table | undefined {
  const filledColumns = columns
    .map((column) => ({
      column,
      cells: rows.map((row) =>
        cell(column.value(row) ?? '', column, (column.details?.(row) ?? []).filter(Boolean)),
      ),
    }))
    .filter(({ cells }) => cells.some(({ text, details }) => text !== '' || details.length > 0));
  if (rows.length === 0 || filledColumns.length === 0) return undefined;
  const numbers = filledColumns.map(({ column, cells }) =>
    column.numeric
      ? cells.reduce(
          (most, { text }) => Math.max(most, widthOf(text.length)),
          Math.max(widthOf(column.label.length * 0.92), widthOf(column.total?.length ?? 0)),
        )
      : 0,
  );
  const sum = numbers.reduce((total, width) => total + width, 0);
  const scale = sum > NUMBERS_MM ? NUMBERS_MM / sum : 1;
  // A single row is its own total.
  const hasTotals = rows.length > 1 && filledColumns.some(({ column }) => column.total !== undefined);
  return {
    columns: filledColumns.map(({ column: { label, numeric = false, width } }, i) => ({
      ...{ label, numeric },
      width: numeric
        ? `${((numbers[i] ?? 0) * scale).toFixed(1)}mm`
        : width === undefined
          ? ''
          : `${width}mm`,
    })),
    rows: rows.map((_, i) => ({ cells: filledColumns.map(({ cells }) => cells[i] as Cell) })),
    foot: hasTotals
      ? filledColumns.map(({ column }) => cell(column.total ?? '', { ...column, strong: true }))
      : undefined,
  };
}
