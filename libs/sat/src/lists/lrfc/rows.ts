import { LoadFailure } from '../../large/load/failure.js';
import { named } from '../read/list-file.js';
import type { Bytes } from '../read/peekable.js';
import type { RfcTableBuilder } from '../rfc-table/build.js';
import { isRfcByte, numberRfc } from '../rfc-table/number.js';

const HEADER = 'RFC|SNCF|SUBCONTRATACION';
const [LINE_FEED, RETURN, BAR, ZERO] = [10, 13, 0x7c, 0x30];
/** RFC, two flags, two bars and a return, with room for a header. */
const MOST_BYTES = 64;
/** Rows that are none: so many of them, or one in a thousand, are left out; with more it is not L_RFC. */
const FORGIVEN = 10;

export interface RowsRead {
  readonly rows: number;
  readonly leftOut: number;
}

/**
 * Reads a file of L_RFC, `RFC|SNCF|SUBCONTRATACION` with 0 or 1 in the last two (ISO-8859-1, CRLF), into a table. What the list
 * says of an RFC is one bit for each. Reads bytes and not text: 40 million rows would be as many strings.
 */
export async function readLrfc(file: string, bytes: Bytes, into: RfcTableBuilder): Promise<RowsRead> {
  const line = new Uint8Array(MOST_BYTES);
  const number = { beginning: 0, rest: 0 };
  let length = 0;
  let lines = 0;
  let rows = 0;
  let leftOut = 0;

  const take = (): void => {
    if (length > 0 && line[length - 1] === RETURN) length -= 1;
    lines += 1;
    if (length === 0 || (lines === 1 && isHeader(line, length))) return;
    if (addRow(line, length, number, into)) rows += 1;
    else {
      leftOut += 1;
      if (lines === 1 || isUtf8(line, length) || leftOut > Math.max(FORGIVEN, lines / 1000))
        throw notARow(line, length, lines);
    }
  };

  try {
    for await (const chunk of bytes)
      for (const byte of chunk) {
        if (byte === LINE_FEED) {
          take();
          length = 0;
        } else {
          if (length === MOST_BYTES)
            throw new LoadFailure(`Row ${lines + 1} is longer than a row of L_RFC can be.`);
          line[length] = byte;
          length += 1;
        }
      }
    if (length > 0) take();
  } catch (error) {
    throw named(file, error);
  }
  return { rows, leftOut };
}

const textOf = (line: Uint8Array, length: number): string =>
  Buffer.from(line.subarray(0, length)).toString('latin1');

const isHeader = (line: Uint8Array, length: number): boolean => textOf(line, length).trim() === HEADER;

function addRow(
  line: Uint8Array,
  length: number,
  number: { beginning: number; rest: number },
  into: RfcTableBuilder,
): boolean {
  const rfc = line[12] === BAR ? 12 : line[13] === BAR ? 13 : 0;
  const sncf = (line[rfc + 1] ?? 0) - ZERO;
  const subcontratacion = (line[rfc + 3] ?? 0) - ZERO;
  if (rfc === 0 || length !== rfc + 4 || line[rfc + 2] !== BAR) return false;
  if ((sncf !== 0 && sncf !== 1) || (subcontratacion !== 0 && subcontratacion !== 1)) return false;
  for (let i = 0; i < rfc; i += 1) if (!isRfcByte(line[i] ?? 0)) return false;
  const value = sncf + 2 * subcontratacion;
  if (numberRfc(line, rfc, number)) into.add(number.beginning, number.rest, value);
  else into.addOther(textOf(line, rfc), value);
  return true;
}

/** Whether it has an Ñ as UTF-8 writes it. */
const isUtf8 = (line: Uint8Array, length: number): boolean => textOf(line, length).includes('Ã\u0091');

/** Why a row is none. The row itself is not repeated: it may be of a file that is something else. */
function notARow(line: Uint8Array, length: number, lines: number): LoadFailure {
  if (isUtf8(line, length))
    return new LoadFailure(`Row ${lines} is in UTF-8: L_RFC is in ISO-8859-1, as the SAT publishes it.`);
  return new LoadFailure(`Row ${lines} is none of L_RFC (${HEADER}).`);
}
