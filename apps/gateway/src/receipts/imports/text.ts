import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { field, refuse } from '#kernel';
import { HttpRefusal } from '#http';

type Decoder = InstanceType<typeof TextDecoder>;

/** The longest unfinished sequence of UTF-8. */
const TAIL = 3;

/**
 * The text of a file as it comes: UTF-8, with a mark at its beginning or without, or Windows-1252, as older programs write
 * it. A file of only plain characters so far may turn out to be either. UTF-16 begins with a mark.
 * @param charset what the sender says; believed where it is one of these
 * @throws {HttpRefusal} receipt_import_unreadable for bytes that are neither
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  charset: string | undefined,
): AsyncGenerator<string, void, void> {
  let decoder: Decoder | undefined = decoderOf(charset);
  let isPlain = true;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunks) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = Buffer.alloc(0);
    if (isFirst && bytes.length < TAIL) {
      rest = bytes;
      continue;
    }
    if (isFirst) decoder ??= markedDecoder(bytes);
    isFirst = false;
    if (!decoder) {
      const end = endOfWhole(bytes);
      const whole = bytes.subarray(0, end);
      if (isUtf8(whole)) {
        rest = Buffer.from(bytes.subarray(end));
        bytes = whole;
      } else if (isPlain && !hasUtf8(whole)) decoder = new TextDecoder('windows-1252');
      else throw notText();
    }
    const text = decoder ? decoder.decode(bytes, { stream: true }) : bytes.toString('utf8');
    if (!decoder && text.length < bytes.length) isPlain = false;
    const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
    if (clean.includes('\0')) throw notText();
    if (clean !== '') yield clean;
  }
  if (rest.length === 0) return;
  if (!decoder && isPlain && !isUtf8(rest) && !hasUtf8(rest)) decoder = new TextDecoder('windows-1252');
  if (!decoder && !isUtf8(rest)) throw notText();
  const last = decoder ? decoder.decode(rest) : rest.toString('utf8');
  if (last !== '') yield last.startsWith('\uFEFF') ? last.slice(1) : last;
}

/** Whether some of it can only be UTF-8: hardly any text of another kind has such a pair of signs. */
const hasUtf8 = (bytes: Buffer): boolean => /[^\p{ASCII}\ufffd]/u.test(bytes.toString('utf8'));

function decoderOf(charset: string | undefined): Decoder | undefined {
  if (charset === undefined || /^utf-?8$/.test(charset)) return undefined;
  if (/^(?:iso-?8859-1|latin-?1|windows-1252|cp1252)$/.test(charset)) return new TextDecoder('windows-1252');
  if (/^utf-?16(?:le)?$/.test(charset)) return new TextDecoder('utf-16le');
  throw notText();
}

const markedDecoder = (bytes: Buffer): Decoder | undefined =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? new TextDecoder('utf-16le')
    : bytes[0] === 0xfe && bytes[1] === 0xff
      ? new TextDecoder('utf-16be')
      : undefined;

/** Where the last whole character of UTF-8 ends. */
function endOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(TAIL, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const NOT_TEXT = {
  es: 'El archivo no es texto UTF-8 ni Windows-1252.',
  en: 'The file is neither UTF-8 nor Windows-1252 text.',
};
const notText = (): HttpRefusal =>
  new HttpRefusal(
    refuse('receipt_import_unreadable', {
      location: 'body',
      details: [field('', 'invalid_format', { message: NOT_TEXT })],
    }).refusal,
  );
