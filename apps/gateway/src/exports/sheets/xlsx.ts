import { writeXlsxStream } from 'hucre/xlsx';
import { Readable } from 'node:stream';
import type { Column, Rows } from './columns.js';

const FORMATS = {
  amount: '#,##0.00####',
  rate: '0.00####',
  count: '0',
  moment: 'yyyy-mm-dd hh:mm:ss',
} as const;

/** The longest text that a cell of Excel has. */
const LONGEST = 32_767;

/**
 * Rows as one sheet of a workbook (ECMA-376): amounts are numbers, and text is text, never a formula. Rows are read as fast
 * as the file is taken, and none is kept; when the stream is destroyed, so is the reading.
 */
export function xlsxOf<Row>(name: string, columns: readonly Column<Row>[], rows: Rows<Row>): Readable {
  const sheet = writeXlsxStream(cellsOf(columns, rows), {
    ...{ name, freezePane: { rows: 1 } },
    columns: columns.map(({ header, kind, width = 12 }) => ({
      ...{ header, width },
      ...(kind !== 'text' && { numFmt: FORMATS[kind] }),
    })),
  });
  return Readable.fromWeb(sheet);
}

async function* cellsOf<Row>(
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
): AsyncGenerator<(string | number | Date | null)[], void, void> {
  for await (const row of rows)
    yield columns.map(({ kind, of }) => {
      const cell = of(row);
      if (cell === null || cell === '') return null;
      // Workbooks know no zones: a date there is what its clock shows.
      if (kind === 'moment') return new Date(`${cell}Z`);
      // Decimals of no more than 15 digits, as Excel has them, come out as they went in.
      return kind === 'text' ? shorten(cell) : Number(cell);
    });
}

const shorten = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);
