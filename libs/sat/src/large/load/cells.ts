/** What a cell holds: a text, a number, or nothing. */
export type Cell = string | number | undefined;

/** One sheet of a workbook, or one tab-separated table. */
export interface Sheet {
  readonly name: string;
  /** For messages: the file, and the sheet where it is of a workbook. */
  readonly where: string;
  readonly rows: number;
  /** The cells of a row; rows are counted from 0 here, and from 1 in messages. */
  cells(row: number): readonly Cell[];
  /** Whether numbers that are dates count from 1904, as workbooks of old Macs do. */
  readonly from1904: boolean;
}

/** One text out of a cell: NFC, and one space for any white space. */
export const cellText = (cell: Cell): string =>
  cell === undefined ? '' : String(cell).normalize('NFC').replace(/\s+/g, ' ').trim();

const DAY_MS = 86_400_000;
/** Days from the beginning of a workbook's count to 1970-01-01. */
const EPOCH = { since1900: 25_569, since1904: 24_107 };

const realDate = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1900 && year < 3000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
};

/**
 * The day of a cell as 'YYYY-MM-DD', '' for an empty one, or undefined for what is no date. Dates are written
 * as the workbook's numbers, as day/month/year, or as in ISO 8601, with or without a time.
 */
export function cellDate(cell: Cell, from1904: boolean): string | undefined {
  if (typeof cell === 'number') {
    const days = Math.floor(cell) - (from1904 ? EPOCH.since1904 : EPOCH.since1900);
    // Beyond the range of Date there is no day.
    if (Math.abs(days) > 1_000_000) return undefined;
    const date = new Date(days * DAY_MS);
    return realDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  }
  const text = cellText(cell);
  if (text === '') return '';
  const iso = /^(\d{4})-(\d{2})-(\d{2})([ T].*)?$/.exec(text);
  if (iso) return realDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const mexican = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  return mexican ? realDate(Number(mexican[3]), Number(mexican[2]), Number(mexican[1])) : undefined;
}
