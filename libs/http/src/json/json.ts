import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  field,
  monotonicMs,
  refuse,
  refuseFields,
  type MessageParams,
  type Refused,
  type Result,
} from '#kernel';
import { parsePart, parseSplit, type Found } from './parts.js';
import { findSyntaxProblem } from './syntax.js';
import { JSON_LIMITS, JsonScanner, type Excess } from './scan.js';

/** Nesting that a body may have. */
export const MAX_DEPTH = JSON_LIMITS.depth;

/** An array or object above this size is parsed in parts. */
const PART_BYTES = 64 * 1024;
/** Bodies up to this size are read at once. */
const SMALL = 128 * 1024;
/** For so long the loop is held before others have a turn. */
const TURN_MS = 10;

const notUtf8 = {
  es: 'El cuerpo de la solicitud no es texto UTF-8 válido.',
  en: 'The body of the request is not valid UTF-8 text.',
};
const excesses: Readonly<Record<Excess, { readonly es: string; readonly en: string }>> = {
  depth: {
    es: 'El cuerpo de la solicitud tiene demasiados niveles (máximo {max}).',
    en: 'The body of the request has too many levels (maximum {max}).',
  },
  tokens: {
    es: 'El cuerpo de la solicitud tiene demasiados valores: divídalo en varias solicitudes.',
    en: 'The body of the request has too many values: split it into several requests.',
  },
  scalar: {
    es: 'El cuerpo de la solicitud tiene un texto o número de más de 4 MB: acórtelo.',
    en: 'The body of the request has a text or number of more than 4 MB: shorten it.',
  },
};

/**
 * Reads a request body as JSON, without losing anything silently: refuses what is not UTF-8 or not JSON, has a name
 * twice in one object, nests too deeply or has too many values, carries lone surrogates or NUL (XML has neither), names
 * that reach prototypes, or numbers that a double holds as another amount at six decimals (Anexo 20's most).
 */
export function parseJson(bytes: Buffer): Result<unknown> {
  return finish(parseInSteps(bytes));
}

/** Takes all the steps at once. */
export function finish<Value>(steps: Generator<undefined, Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The last large body that is being read: they are read one after the other, so that each turn of the loop has one. */
let before: Promise<unknown> = Promise.resolve();

/** {@link parseJson}, without holding the loop for longer than a moment. */
export function parseJsonInTurns(bytes: Buffer): Promise<Result<unknown>> {
  if (bytes.length <= SMALL) return Promise.resolve(parseJson(bytes));
  const parsed = before.then(() => takeTurns(bytes));
  before = parsed.catch(() => undefined);
  return parsed;
}

async function takeTurns(bytes: Buffer): Promise<Result<unknown>> {
  const steps = parseInSteps(bytes);
  for (let since = monotonicMs(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (monotonicMs() - since < TURN_MS) continue;
    await nextTurn();
    since = monotonicMs();
  }
}

/** Says where a body stops being JSON. */
function* invalid(body: Uint8Array): Generator<undefined, Refused> {
  const problem = yield* findSyntaxProblem(body);
  return refuse('invalid_json', { location: 'body', ...(problem && { params: { ...problem } }) });
}

/** The steps of reading a body; each takes a millisecond or so, but for a text of megabytes. */
export function* parseInSteps(
  bytes: Buffer,
  partBytes: number = PART_BYTES,
): Generator<undefined, Result<unknown>> {
  if (!isUtf8(bytes))
    return refuse('invalid_json', {
      location: 'body',
      details: [field('', 'invalid_format', { message: notUtf8 })],
    });
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const scanner = new JsonScanner(body, partBytes);
  while (scanner.advance(PART_BYTES)) yield;
  const { excess, broken, root, inexactAt, suspicious, names } = scanner;
  if (excess) {
    const params: MessageParams = { max: JSON_LIMITS[excess] };
    return refuseFields([field('', 'invalid_value', { message: excesses[excess], params })]);
  }
  if (broken) return yield* invalid(body);
  const found: Found = { body, inexactAt, suspicious };
  try {
    if (root) return yield* parseSplit(root, found);
    return parsePart({ from: 0, to: body.length, names, large: undefined }, found, { path: '', first: 0 });
  } catch (error) {
    if (error instanceof SyntaxError) return yield* invalid(body);
    throw error;
  }
}
