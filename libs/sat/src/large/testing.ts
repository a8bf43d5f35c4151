import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';

/** Rows of a sheet as they are typed into a workbook: for specs only. */
export type Rows = readonly (readonly (string | number | null)[])[];

/** Bytes of a workbook, which the library writes itself: BIFF8 for .xls. */
export function workbook(kind: 'biff8' | 'xlsx', sheets: Readonly<Record<string, Rows>>): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return write(book, { type: 'buffer', bookType: kind }) as Buffer;
}

/** Three rows of titles as the tax authority has them, and the heading. */
export const withTitles = (heading: readonly string[], rows: Rows): Rows => [
  ['Catálogo de prueba'],
  ['Versión CFDI', 'Versión catálogo'],
  ['4.0', '7.0'],
  heading,
  ...rows,
];

export const PRODUCT_HEADING = [
  'c_ClaveProdServ',
  'Descripción',
  'Incluir IVA trasladado',
  'Incluir IEPS trasladado',
  'Complemento que debe incluir',
  'FechaInicioVigencia',
  'FechaFinVigencia',
  'Estímulo Franja Fronteriza',
  'Palabras similares',
];

/** A product's row of a workbook. */
export const product = (
  key: string | number,
  label: string,
  similar = '',
  to: string | number | null = null,
) => [key, label, 'Opcional', 'Opcional', null, 44_562, to, 1, similar] as const;

/** A tab-separated table. */
export const tsv = (columns: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([columns, ...rows].map((row) => `${row.join('\t')}\n`).join(''));

/** A new folder with files, and the function that removes it. */
export function temporaryFolder(files: Readonly<Record<string, Buffer>> = {}): {
  path: string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'timbra-catalogues-'));
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(path, name), name.endsWith('.gz') ? gzipSync(bytes) : bytes);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
