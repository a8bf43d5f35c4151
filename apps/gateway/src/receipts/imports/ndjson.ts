import { field, refuseFields, type Refusal } from '#kernel';
import { parseJsonInTurns } from '#http';
import type { FileReceipt } from './rows.js';

/** The longest line: a receipt of some thousand lines. */
const MAX_LINE = 1024 * 1024;
const BREAK = 0x0a;

/** The receipts of a file that has one as JSON in each line. Blank lines are none. */
export async function* receiptsOfLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<FileReceipt, void, void> {
  for await (const { line, bytes } of linesOf(chunks)) {
    if (bytes === undefined) yield wrong(line, refuseFields([field('', 'too_large', { message: LONG })]));
    else {
      const bare = line === 1 ? withoutMark(bytes) : bytes;
      if (isBlank(bare)) continue;
      const parsed = await parseJsonInTurns(bare);
      yield parsed.ok
        ? { line, lines: 1, size: bare.length, body: parsed.value, problems: [] }
        : wrong(line, parsed);
    }
  }
}

const wrong = (line: number, { refusal }: { readonly refusal: Refusal }): FileReceipt => ({
  ...{ line, lines: 1, size: 0, problems: [] },
  refusal: refusal.code === 'invalid_json' && !refusal.details ? ofLine(refusal) : refusal,
});

/** What is no JSON, told of a line and not of the whole body. */
const ofLine = ({ code, params }: Refusal): Refusal => ({
  ...{ code, location: 'body' },
  details: [field('', 'invalid_json', { message: BROKEN, ...(params && { params }) })],
});

/** Lines that are not empty, as bytes; undefined in the place of one that is too long. */
async function* linesOf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly line: number; readonly bytes: Buffer | undefined }, void, void> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;
  const take = () => {
    const taken = { line, bytes: length > MAX_LINE ? undefined : Buffer.concat(parts) };
    parts = [];
    length = 0;
    return taken;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length <= MAX_LINE) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(BREAK); at !== -1; at = chunk.indexOf(BREAK, from)) {
      // Nobody waits for what is not there: of nothing but breaks a file may have millions.
      if (at > from) add(chunk.subarray(from, at));
      if (length > 0) yield take();
      line += 1;
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

const BROKEN = {
  es: 'La línea no es un JSON válido (columna {column}: {reason}).',
  en: 'The line is not valid JSON (column {column}: {reason}).',
};
const LONG = {
  es: 'La línea tiene más de 1 MB.',
  en: 'The line has more than 1 MB.',
};
