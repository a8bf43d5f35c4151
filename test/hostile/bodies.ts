const MB = 1024 * 1024;

/** A text repeated up to about so many bytes. */
const fill = (bytes: number, piece: string): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));

/** Bodies of JSON, or nearly, that cost a careless parser much; each of about so many bytes. */
export const HOSTILE_BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  'levels, never closed': (bytes) => '['.repeat(bytes),
  'levels of objects': (bytes) => fill(bytes, '{"a":'),
  zeros: (bytes) => `[${fill(bytes, '0,')}0]`,
  'empty objects': (bytes) => `{"items":[${fill(bytes, '{},')}{}]}`,
  names: (bytes) => `{${Array.from({ length: bytes / 14 }, (_, n) => `"n${n}":0`).join(',')}}`,
  'one name many times': (bytes) => `{${fill(bytes, '"a":1,')}"a":1}`,
  escapes: (bytes) => `{"description":"${fill(bytes, '\\n')}","price":12345678901234.56789}`,
  'escaped quotes in short texts': (bytes) =>
    `[${fill(bytes, `"${'\\"'.repeat(50)}",`)}12345678901234.56789]`,
  'numbers of many digits': (bytes) => `[${fill(bytes, '1234567890.1234567890123,')}1]`,
  'one number': (bytes) => `{"quantity":${'9'.repeat(bytes)}}`,
  'white space': (bytes) => `{"items":[1${' '.repeat(bytes)}]}`,
  surrogates: (bytes) => `{"q":"${fill(bytes, '\\ud83d\\ude00')}\\ud800"}`,
  prototypes: (bytes) => `{"__proto__":{"a":1},"constructor":{"prototype":{}},"x":"${'x'.repeat(bytes)}"}`,
  'not UTF-8 at the end': (bytes) => `{"a":"${'ñ'.repeat(bytes / 2)}\ud800"}`,
  'five thousand empty items': (bytes) =>
    `{"items":[${Array(5_000).fill('{}').join(',')}],"x":"${'x'.repeat(Math.max(0, bytes - 20_000))}"}`,
};

/** Largest body of each class of the table of routes, in bytes. */
export const BODY_BYTES = { none: 16 * 1024, form: 64 * 1024, small: 256 * 1024, large: 19 * MB } as const;
