import { formatDecimal, parseDecimal } from '#kernel';
import { isExact } from '#http';

/** What is written in cells of a sheet, as JSON says it. Undefined: it can't be told what is meant. */

/** In files whose cells are parted by semicolons, a comma is as likely a decimal mark. */
export type DecimalMark = 'point' | 'unknown';

const GROUPS = {
  ',': /^\d{1,3}(?:,\d{3})+$/,
  '.': /^\d{1,3}(?:\.\d{3})+$/,
} as const;

/**
 * A number as people and sheets write it: `1234.5`, `1,234.50`, `1.234,50`, `1234,5`, `$ 99.90`. A lone mark before three
 * digits groups thousands where it is a comma and the file's decimal mark is the point; `1,234` in a file with semicolons
 * may be either, and is neither.
 */
export function readNumber(text: string, mark: DecimalMark): number | undefined {
  const plain = text.replace(/^(-?)\s*\$\s*/, '$1').replace(/[\s\u00a0']/g, '');
  const negative = plain.startsWith('-');
  const digits = toPoint(negative ? plain.slice(1) : plain, mark);
  if (digits === undefined || !/^\d{1,15}(?:\.\d{1,9})?$/.test(digits)) return undefined;
  const literal = `${negative ? '-' : ''}${digits.replace(/^0+(?=\d)/, '')}`;
  return isExact(literal) ? Number(literal) : undefined;
}

/** The same number with a point as its decimal mark, and no others. */
function toPoint(text: string, mark: DecimalMark): string | undefined {
  if (/^\d+$/.test(text)) return text;
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const decimal = text.charAt(last) as ',' | '.';
  const other = decimal === ',' ? '.' : ',';
  const [whole, fraction] = [text.slice(0, last), text.slice(last + 1)];
  if (!/^\d+$/.test(fraction)) return undefined;
  if (whole.includes(other))
    return GROUPS[other].test(whole) ? `${whole.replaceAll(other, '')}.${fraction}` : undefined;
  // Several of one mark can only group thousands.
  if (whole.includes(decimal)) return GROUPS[decimal].test(text) ? text.replaceAll(decimal, '') : undefined;
  if (whole === '') return `0.${fraction}`;
  if (!/^\d+$/.test(whole)) return undefined;
  const mayGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayGroup) return `${whole}.${fraction}`;
  if (mark === 'unknown') return undefined;
  return decimal === ',' ? whole + fraction : `${whole}.${fraction}`;
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/;
const DAY_FIRST =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?\s*(?:m\.?)?)?$/i;

/** A date as ISO 8601, without a zone: `31/12/2026`, `31-12-2026 18:05`, or as it is where it begins with the year. */
export function readDate(text: string): string | undefined {
  if (ISO.test(text)) return text.replace(/^(\d{4}-\d{2}-\d{2}) +/, '$1T');
  const match = DAY_FIRST.exec(text);
  if (!match) return undefined;
  const [, day = '', , month = '', year = '', hours, minutes = '00', seconds = '00', half] = match;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hours === undefined) return date;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (half !== undefined && (Number(hours) > 12 || Number(hours) < 1)) return undefined;
  return `${date}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}

/** `sí`, `no`, `1`, `0`, `true`, `false`. */
export function readFlag(text: string): boolean | undefined {
  const word = plainWord(text);
  if (/^(?:si|s|yes|y|true|verdadero|1|x)$/.test(word)) return true;
  return /^(?:no|n|false|falso|0)$/.test(word) ? false : undefined;
}

/** The rate of a tax; `exempt` and `none` (no objeto) are no rates. */
export type Rate = number | 'exempt' | 'none';

/** `16`, `16%` and `0.16` are the same rate; `exento`, `no objeto`. A bare number from 1 on is a percentage. */
export function readRate(text: string, mark: DecimalMark): Rate | undefined {
  const word = plainWord(text);
  if (/^(?:exento|exenta|exempt|e)$/.test(word)) return 'exempt';
  if (/^(?:no objeto|no objeto de impuesto|none|ninguno|na|n a)$/.test(word)) return 'none';
  const isPercent = text.includes('%');
  const number = readNumber(text.replace('%', ''), mark);
  if (number === undefined || number < 0) return undefined;
  if (!isPercent && number < 1) return number;
  return Number(formatDecimal((parseDecimal(number) ?? 0n) / 100n));
}

/** A word without case, accents and signs. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
