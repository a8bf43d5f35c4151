import { field, refuseFields, type Refusal } from '#kernel';
import { parseJson } from '#http';
import type { FileReceipt } from './rows.js';

/** The longest line: a receipt of some thousand lines. */
const MAX_LINE = 1024 * 1024;
const BREAK = 0x0a;

/** The receipts of a file that has one as JSON in each line. Blank lines are none. */
export async function* receiptsOfLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<FileReceipt, void, void> {
  let line = 0;
  for await (const bytes of linesOf(chunks)) {
    line += 1;
    if (bytes === undefined) yield wrong(line, refuseFields([field('', 'too_large', { message: LONG })]));
    else {
      const bare = line === 1 ? withoutMark(bytes) : bytes;
      if (isBlank(bare)) continue;
      const parsed = parseJson(bare);
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

/** Lines as bytes; undefined in the place of one that is too long. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined, void, void> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Buffer | undefined => {
    const line = length > MAX_LINE ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length <= MAX_LINE) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(BREAK); at !== -1; at = chunk.indexOf(BREAK, from)) {
      add(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    add(chunk.subarray(from));
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
