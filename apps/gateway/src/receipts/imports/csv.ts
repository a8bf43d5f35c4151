import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { field, refuse } from '#kernel';
import { HttpRefusal } from '#http';
import { decodeText } from './text.js';

/** The longest row, and the longest heading. */
const MAX_ROW = 256 * 1024;
/** Cells of a row that are looked at: many times the columns that there are. */
const MAX_CELLS = 1_000;
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** A row of a file: where it begins, from 1, and its cells. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a file, and how its cells are parted. */
export interface Sheet {
  readonly separator: string;
  readonly rows: AsyncIterable<Row>;
}

/** Opens a file of rows (RFC 4180): the first one tells how its cells are parted. */
export async function openSheet(chunks: AsyncIterable<Buffer>, charset: string | undefined): Promise<Sheet> {
  const text = withPlainBreaks(decodeText(chunks, charset));
  let begin = '';
  // Line breaks inside of quotes are none of the heading's: no column has such a name.
  while (!begin.trimStart().includes('\n') && begin.length < MAX_ROW) {
    const next = await text.next();
    if (next.done) break;
    begin += next.value;
  }
  const separator = separatorOf(begin.trimStart().split('\n', 1)[0] ?? '');
  return { separator, rows: rowsOf(begin, text, separator) };
}

/** Text whose lines all end in a line feed, so that they are counted alike wherever they are. */
async function* withPlainBreaks(text: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let endsInReturn = false;
  for await (const part of text) {
    const rest = endsInReturn && part.startsWith('\n') ? part.slice(1) : part;
    endsInReturn = part.endsWith('\r');
    if (rest !== '') yield rest.replace(/\r\n?/g, '\n');
  }
}

/** What parts the cells of a heading: of what it could be, that which it has most of. */
function separatorOf(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((one) => bare.split(one).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

async function* rowsOf(
  begin: string,
  rest: AsyncGenerator<string, void, void>,
  delimiter: string,
): AsyncGenerator<Row, void, void> {
  const parser = parse({
    ...{ delimiter, info: true, relax_column_count: true, skip_empty_lines: true },
    max_record_size: MAX_ROW,
  });
  const source = Readable.from(
    (async function* () {
      yield begin;
      yield* rest;
    })(),
  );
  // What goes wrong with the file itself is told to whoever reads the rows.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const cells = trimmed(record);
      if (cells.every((cell) => cell === '')) continue;
      yield { line: info.lines - record.reduce((sum, cell) => sum + breaksIn(cell), 0), cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    source.unpipe(parser);
    source.destroy();
    parser.destroy();
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Of a row without an end what stands behind its first cells is one cell. */
function trimmed(record: readonly string[]): string[] {
  const cells = record.slice(0, MAX_CELLS).map((cell) => cell.trim());
  const rest = record.slice(MAX_CELLS).find((cell) => cell.trim() !== '');
  return rest === undefined ? cells : [...cells, rest.trim()];
}

const breaksIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0);

/** A quote that is wrong makes everything behind it doubtful: nothing of the file is taken. */
function unreadable({ code, ...more }: CsvError): HttpRefusal {
  const { lines } = more as { readonly lines?: number };
  const message = code === 'CSV_MAX_RECORD_SIZE' ? TOO_LONG : code === 'CSV_QUOTE_NOT_CLOSED' ? OPEN : QUOTES;
  const params = { line: lines ?? 1 };
  return new HttpRefusal(
    refuse('receipt_import_unreadable', {
      location: 'body',
      details: [field('', 'invalid_format', { message, params })],
    }).refusal,
  );
}

const TOO_LONG = {
  es: 'La línea {line} tiene más de 256 KB, o le faltan comillas de cierre.',
  en: 'Line {line} has more than 256 KB, or lacks its closing quotes.',
};
const OPEN = {
  es: 'El archivo está incompleto: las comillas que abren en la línea {line} no se cierran.',
  en: 'The file is incomplete: the quotes that open at line {line} are never closed.',
};
const QUOTES = {
  es: 'Las comillas de la línea {line} no son válidas: escriba "" por cada comilla dentro de una celda entre comillas.',
  en: 'The quotes of line {line} are not valid: write "" for each quote inside a cell in quotes.',
};
