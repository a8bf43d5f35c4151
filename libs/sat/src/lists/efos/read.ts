import { isUtf8 } from 'node:buffer';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { LoadFailure } from '../../large/load/failure.js';
import { named } from '../read/list-file.js';
import type { Bytes } from '../read/peekable.js';
import { SITUATIONS, type EfosEntry } from '../port.js';

/** The list of article 69-B, as it is kept. */
export interface EfosList {
  /** The day that it says it is of, YYYY-MM-DD. */
  readonly updatedOn: string;
  readonly entries: readonly EfosEntry[];
  /** Rows without an RFC that one could look for: the tax authority has blanked it. */
  readonly leftOut: number;
}

/** A legal note of a few hundred characters, and names of some hundred. */
const MOST_ROW_CHARS = 20_000;
const MOST_ROWS = 1_000_000;
/** Note, title, header. */
const PREAMBLE_ROWS = 20;
const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/;
const BLANKED = /^X{12,13}$/;

/**
 * Reads `Listado_completo_69-B.csv`: windows-1252 (an edition in UTF-8 is told by its bytes), a note with the day of the list, a
 * title, a header, and rows whose fields may have line breaks in them. Bytes that the code page lacks are dropped. A row that says
 * the same as another is kept once.
 */
export async function readEfos(file: string, bytes: Bytes): Promise<EfosList> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  try {
    return efosOf(rowsOf(decode(Buffer.concat(chunks))));
  } catch (error) {
    throw named(file, error);
  }
}

/** What stands in the list without being printable: unassigned bytes become control characters in windows-1252. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g;

function decode(bytes: Buffer): string {
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.slice(0, 2000).includes('\u0000'))
    throw new LoadFailure('It is in UTF-16: the SAT publishes it in windows-1252.');
  return text.replace(CONTROLS, '');
}

function rowsOf(text: string): readonly (readonly string[])[] {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MOST_ROW_CHARS,
      to: MOST_ROWS + PREAMBLE_ROWS,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new LoadFailure(`It can't be read as CSV (${error.code}).`);
    throw error;
  }
}

function efosOf(rows: readonly (readonly string[])[]): EfosList {
  const headerAt = rows.slice(0, PREAMBLE_ROWS).findIndex(isHeader);
  const header = rows[headerAt];
  if (!header)
    throw new LoadFailure(
      'It lacks the header of the list of article 69-B (RFC, Situación del contribuyente).',
    );
  if (rows.length > MOST_ROWS) throw new LoadFailure(`It has more than ${MOST_ROWS} rows.`);
  const updatedOn = dayOf(rows.slice(0, headerAt).flat().join(' '));
  if (updatedOn === undefined)
    throw new LoadFailure('Its note does not say of which day it is ("Información actualizada al …").');
  const entries = new Map<string, EfosEntry>();
  let leftOut = 0;
  for (const row of rows.slice(headerAt + 1)) {
    const entry = entryOf(row);
    if (entry) entries.set(JSON.stringify(entry), entry);
    else leftOut += 1;
  }
  if (entries.size === 0) throw new LoadFailure('It has no row with an RFC.');
  if (leftOut > Math.max(500, entries.size / 10))
    throw new LoadFailure(`${leftOut} of its rows have no RFC: it is another list, or damaged.`);
  return { updatedOn, entries: [...entries.values()], leftOut };
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Number, RFC, name and situation come first; the list of all situations has 20 columns. */
const isHeader = ([, rfc = '', , situation = '', ...more]: readonly string[]): boolean =>
  fold(rfc) === 'rfc' && fold(situation).startsWith('situacion') && more.length >= 14;

const MONTHS = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre'],
  ...['octubre', 'noviembre', 'diciembre'],
];

/** "Información actualizada al 31 de julio de 2026", or with 31/07/2026. */
function dayOf(note: string): string | undefined {
  const found = /actualizada al (?:dia )?(\d{1,2})(?: de |\/)([a-z]+|\d{1,2})(?: de | del |\/)(\d{4})/.exec(
    fold(note),
  );
  if (!found) return undefined;
  const [, day = '', month = '', year = ''] = found;
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month) + 1;
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** As the specification writes the situation, where it is one of its own. */
function situationOf(text: string): string {
  const folded = fold(text);
  return SITUATIONS.find((known) => fold(known) === folded) ?? text;
}

const clean = (text = ''): string => text.replace(/\s+/g, ' ').trim();

/** A row by the places of its columns, counted from 0. */
function entryOf(row: readonly string[]): EfosEntry | undefined {
  const rfc = clean(row[1]).toUpperCase();
  if (!RFC.test(rfc) || BLANKED.test(rfc)) return undefined;
  return {
    rfc,
    name: clean(row[2]),
    situation: situationOf(clean(row[3])),
    presuncionOficio: clean(row[4]),
    presuncionSat: clean(row[5]),
    presuncionOficioDof: clean(row[6]),
    presuncionDof: clean(row[7]),
    definitivoSat: clean(row[13]),
    definitivoDof: clean(row[15]),
    sentenciaOficio: clean(row[16]),
    sentenciaSat: clean(row[17]),
  };
}
