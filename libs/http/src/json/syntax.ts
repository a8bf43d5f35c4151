import type { Bilingual } from '#kernel';

/** Where a text stops being JSON (RFC 8259), and what is the matter there, as far as that is clear. */
export interface SyntaxProblem {
  /** Both from 1; the column in characters. */
  readonly line: number;
  readonly column: number;
  readonly reason: Bilingual;
}

const REASONS = {
  comma: { es: 'sobra una coma', en: 'there is a comma too many' },
  quotes: { es: 'los textos llevan comillas dobles', en: 'strings take double quotes' },
  name: { es: 'se esperaba un nombre entre comillas dobles', en: 'a name in double quotes was expected' },
  colon: { es: 'faltan los dos puntos', en: 'the colon is missing' },
  separator: { es: 'falta una coma o un cierre', en: 'a comma or a closing bracket is missing' },
  value: { es: 'se esperaba un valor', en: 'a value was expected' },
  text: {
    es: 'el texto tiene un salto de línea u otro carácter que debe escaparse',
    en: 'the string has a line break or another character that must be escaped',
  },
  end: { es: 'el texto termina antes de tiempo', en: 'the text ends too early' },
  more: { es: 'sobra texto después del JSON', en: 'there is text after the JSON' },
} as const satisfies Readonly<Record<string, Bilingual>>;
type Reason = keyof typeof REASONS;

/** What may come next. `first…`: right after an opening bracket, where it may be closed at once. */
type Expected = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'separator' | 'nothing';

/** Bytes that are looked at before others have a turn. */
const TURN = 64 * 1024;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A longer number is taken as it is. */
const LONG_NUMBER = 400;

/**
 * Finds where bytes stop being JSON, in one pass and in turns; undefined where they are JSON. For bodies that JSON.parse has
 * refused: it says where, but in words that differ between versions, and in parts of a body not of the whole.
 */
export function* findSyntaxProblem(bytes: Uint8Array): Generator<undefined, SyntaxProblem | undefined> {
  const open: number[] = [];
  let expected: Expected = 'value';
  let at = 0;
  let turn = TURN;
  const fail = (reason: Reason, place = at) => problemAt(bytes, place, reason);
  const after = (): Expected => (open.length > 0 ? 'separator' : 'nothing');
  for (;;) {
    at = skipSpace(bytes, at);
    if (at >= bytes.length) return expected === 'nothing' ? undefined : fail('end', bytes.length);
    if (at > turn) {
      turn = at + TURN;
      yield;
    }
    const byte = bytes[at] as number;
    const char = String.fromCharCode(byte);
    const closes = open.at(-1);
    switch (expected) {
      case 'nothing':
        return fail('more');
      case 'separator':
        if (char === ',') expected = closes === 0x7d ? 'name' : 'value';
        else if (byte === closes) {
          open.pop();
          expected = after();
        } else return fail('separator');
        at += 1;
        break;
      case 'colon':
        if (char !== ':') return fail('colon');
        expected = 'value';
        at += 1;
        break;
      case 'firstName':
      case 'name':
        if (char === '}') {
          if (expected === 'name') return fail('comma');
          open.pop();
          expected = after();
          at += 1;
          break;
        }
        if (char !== '"') return fail(char === "'" ? 'quotes' : 'name');
        at = endOfString(bytes, at);
        if (at < 0) return fail(-at >= bytes.length ? 'end' : 'text', Math.min(-at, bytes.length));
        expected = 'colon';
        break;
      case 'firstValue':
      case 'value': {
        if (char === ']' && closes === 0x5d) {
          if (expected === 'value') return fail('comma');
          open.pop();
          expected = after();
          at += 1;
        } else if (char === '{' || char === '[') {
          open.push(char === '{' ? 0x7d : 0x5d);
          expected = char === '{' ? 'firstName' : 'firstValue';
          at += 1;
        } else if (char === '"') {
          at = endOfString(bytes, at);
          if (at < 0) return fail(-at >= bytes.length ? 'end' : 'text', Math.min(-at, bytes.length));
          expected = after();
        } else {
          const end = endOfScalar(bytes, at);
          if (end === undefined) return fail(char === "'" ? 'quotes' : char === ',' ? 'comma' : 'value');
          at = end;
          expected = after();
        }
      }
    }
  }
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && [0x20, 0x0a, 0x0d, 0x09].includes(bytes[at] as number)) at += 1;
  return at;
}

/** The place after a string that begins at a quote; negative: the place where it is wrong, or ends too early. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0x22) return at + 1;
    if (byte < 0x20) return -at;
    if (byte !== 0x5c) continue;
    at += 1;
    const escaped = String.fromCharCode(bytes[at] ?? 0);
    if (escaped === 'u') {
      for (let digit = 1; digit <= 4; digit += 1)
        if (!/[0-9a-f]/i.test(String.fromCharCode(bytes[at + digit] ?? 0))) return -at;
    } else if (!'"\\/bfnrt'.includes(escaped)) return -at;
  }
  return -bytes.length;
}

/** The place after a number, true, false or null; undefined for anything else. */
function endOfScalar(bytes: Uint8Array, start: number): number | undefined {
  let at = start;
  while (at < bytes.length && isScalarByte(bytes[at] as number)) at += 1;
  if (at === start) return undefined;
  if (at - start > LONG_NUMBER) return at;
  const word = Buffer.from(bytes.buffer, bytes.byteOffset + start, at - start).toString('latin1');
  return word === 'true' || word === 'false' || word === 'null' || NUMBER.test(word) ? at : undefined;
}

const isScalarByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e;

function problemAt(bytes: Uint8Array, place: number, reason: Reason): SyntaxProblem {
  let line = 1;
  let column = 1;
  for (let at = 0; at < place; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0x0a) {
      line += 1;
      column = 1;
      // A byte that continues a character of UTF-8 is none of its own.
    } else if ((byte & 0xc0) !== 0x80) column += 1;
  }
  return { line, column, reason: REASONS[reason] };
}
