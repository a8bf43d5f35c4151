import pino from 'pino';

const HIDDEN = '[secret]';
/** Names of values that never reach a log, however they are spelt: `apiKey`, `api_key`, `x-api-key`. */
const SECRET_NAME =
  /authorization|cookie|passw|passphrase|contrasena|secret|credential|token$|apikey|privatekey|(master|documents|signing|bus|data)key|testkey|livekey|userkey|editlink$|signedurl|downloadurl|csd(key|file)/;
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_TEXT = 8_000;

/**
 * What is logged, as a copy that a log may keep: without what is secret by its name, at any depth; bytes as their
 * number, long texts and lists cut off. Errors keep their name, message, stack and what hangs on them.
 */
export function withoutSecrets(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return fieldsOf(object, 0, new Set());
}

function fieldsOf(object: object, depth: number, above: Set<unknown>): Record<string, unknown> {
  above.add(object);
  const entries = Object.entries(object)
    .slice(0, MAX_ITEMS)
    .map(([name, value]) => [name, isSecretName(name) ? HIDDEN : plain(value, depth + 1, above)] as const);
  above.delete(object);
  return Object.fromEntries(entries);
}

const isSecretName = (name: string): boolean => SECRET_NAME.test(name.toLowerCase().replace(/[_\-.]/g, ''));

function plain(value: unknown, depth: number, above: Set<unknown>): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > MAX_DEPTH || above.has(value)) return '[more]';
  if (value instanceof Error) return fieldsOf(pino.stdSerializers.err(value), depth, above);
  if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`;
  if (!Array.isArray(value)) return fieldsOf(value, depth, above);
  above.add(value);
  const items = value.slice(0, MAX_ITEMS).map((item) => plain(item, depth + 1, above));
  above.delete(value);
  return items;
}

/** Secrets by their shape, anywhere in a text: keys, credentials of URLs and headers, links that are keys. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/sk_(test|live|user)_[0-9A-Za-z]+/g, `sk_$1_${HIDDEN}`],
  [/(:\/\/[^\s/:@"]*):[^\s/@"]+@/g, `$1:${HIDDEN}@`],
  [/\b(Bearer|Basic)\s+[\w+/~.-]{8,}=*/gi, `$1 ${HIDDEN}`],
  [/(\/(?:tax-info|support-email|onboarding|invitation)\/)[\w-]+/g, `$1${HIDDEN}`],
  [/([?&](?:token|key|secret|password|signature)=)[^&\s"\\#]+/gi, `$1${HIDDEN}`],
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|(?=")|$)/g,
    `${HIDDEN} private key`,
  ],
];

/** A finished log line without what has the shape of a secret: messages of errors quote what they were given. */
export const scrub = (line: string): string =>
  SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line);
