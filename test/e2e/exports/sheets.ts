import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';

/** A row of an export by its headers; amounts as text, empty where there is nothing. */
export type SheetRow = Readonly<Record<string, string>>;

/** Reads an export in CSV with another library than the one that wrote it. */
export function rowsOfCsv(bytes: Buffer): readonly SheetRow[] {
  if (bytes.subarray(0, 3).toString('hex') !== 'efbbbf') throw new Error('no mark of UTF-8');
  return parse<Record<string, string>>(bytes, { bom: true, columns: true, record_delimiter: '\r\n' });
}

/** The headers alone. */
export const headersOfCsv = (bytes: Buffer): readonly string[] => parse(bytes, { bom: true })[0] ?? [];

/** The same of a workbook with one sheet: numbers in their shortest text, dates as a Fecha is written. */
export function rowsOfXlsx(bytes: Buffer): readonly SheetRow[] {
  const { Sheets: sheets, SheetNames: names } = read(bytes, { cellDates: true, UTC: true });
  const sheet = sheets[names[0] ?? ''];
  if (!sheet || names.length !== 1) throw new Error('not one sheet');
  const rows = utils.sheet_to_json<Record<string, string | number | Date>>(sheet, {
    ...{ defval: '', raw: true, UTC: true },
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([header, cell]) => [
        header,
        cell instanceof Date ? cell.toISOString().slice(0, 19) : String(cell),
      ]),
    ),
  );
}

/** Whether a workbook has a cell that is worked out. */
export const hasFormulas = (bytes: Buffer): boolean =>
  Object.values(read(bytes, { cellFormula: true }).Sheets).some((sheet) =>
    Object.values(sheet).some((cell) => typeof cell === 'object' && cell !== null && 'f' in cell),
  );
