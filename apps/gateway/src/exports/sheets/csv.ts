import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { Column, Rows } from './columns.js';

/**
 * What spreadsheets take for the beginning of a formula, also after what is not seen and in full width (OWASP, CSV injection): a text
 * that begins so gets an apostrophe, which they take as "this is text".
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]|^[\t\r\n]/u;

/** A cell that no spreadsheet runs. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/**
 * Rows as CSV (RFC 4180): UTF-8 with its mark, so that Excel reads accents, commas, CRLF, and a heading that is there
 * without rows too. Rows are read as fast as they are taken; when the stream is destroyed, so is the reading.
 */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: Rows<Row>): Readable {
  // Readers that take any line break for the end of a row need all of them quoted.
  const sheet = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  // Errors destroy the sheet, too: whoever reads it is told.
  pipeline(Readable.from(recordsOf(columns, rows)), sheet, () => undefined);
  return sheet;
}

async function* recordsOf<Row>(
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
): AsyncGenerator<readonly string[], void, void> {
  yield columns.map(({ header }) => header);
  for await (const row of rows)
    yield columns.map(({ kind, of }) => {
      const cell = of(row) ?? '';
      return kind === 'text' ? harmless(cell) : cell;
    });
}
