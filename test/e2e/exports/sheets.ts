import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';

/** A row of an export by its headers; amounts as text, empty where there is nothing. */
export type SheetRow = Readonly<Record<string, string>>;

/** Reads an export in CSV with another library than the one that wrote it. */
export function rowsOfCsv(bytes: Buffer): readonly SheetRow[] {
  if (bytes.subarray(0, 3).toString('hex') !== 'efbbbf') throw new Error('no mark of UTF-8');
  return parse(bytes, { bom: true, columns: true, record_delimiter: '\r\n' });
}

/** The headers alone. */
export const headersOfCsv = (bytes: Buffer): readonly string[] =>
  (parse(bytes, { bom: true, to_line: 1 }) as string[][])[0] ?? [];

/** The same of a workbook: its one sheet, numbers as their shortest text. */
export function rowsOfXlsx(bytes: Buffer): readonly SheetRow[] {
  const book = read(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('no sheet');
  const rows = utils.sheet_to_json<Record<string, string | number>>(sheet, { defval: '', raw: true });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([header, cell]) => [header, String(cell)])),
  );
}

/** The formulas of a workbook. */
export function formulasOf(bytes: Buffer): readonly string[] {
  return Object.values(read(bytes, { cellFormula: true }).Sheets).flatMap((sheet) => utils.sheet_to_formulae(sheet).filter((cell) => !/='/.test(cell) && !/=-?[\d.]+$/.test(cell)));
}
