import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Sheet } from './cells.js';
import { LoadFailure } from './failure.js';

const MOST_BYTES = 500_000_000;
/** Spreadsheets write what their country has: in Mexico commas, on a Spanish computer semicolons. */
const DELIMITERS = [',', ';', '\t'] as const;

/** A sheet as comma-separated values: UTF-8, or Windows-1252 as older spreadsheets write it; gzipped or not. */
export function readCsv(bytes: Uint8Array, source: string): Sheet {
  try {
    const plain =
      bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
    const text = decode(plain);
    const rows = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      bom: true,
    });
    return {
      name: source.replace(/\.csv(\.gz)?$/i, ''),
      where: source,
      rows: rows.length,
      cells: (row) => rows[row] ?? [],
      from1904: false,
    };
  } catch (error) {
    throw new LoadFailure(
      `${source} can not be read as CSV: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The one that the first lines have most of: titles may have none, headings have one for each column. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r?\n/, 25);
  const most = (delimiter: string): number => Math.max(...lines.map((line) => line.split(delimiter).length));
  return [...DELIMITERS].sort((a, b) => most(b) - most(a))[0] ?? ',';
}
