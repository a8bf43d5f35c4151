import { isUtf8 } from 'node:buffer';
import { field, parseDecimal, refuse, refuseFields, ok, type Detail, type Result } from '#kernel';
import { scanJson } from './json-scan.js';
import { joinPath } from './paths.js';

/** Nesting that a body may have; the deepest documented one (payroll, Carta Porte) has fewer than ten. */
export const MAX_DEPTH = 64;

const notUtf8 = {
  es: 'El cuerpo de la solicitud no es texto UTF-8 válido.',
  en: 'The body of the request is not valid UTF-8 text.',
};
const tooDeep = {
  es: 'El cuerpo de la solicitud tiene demasiados niveles (máximo {max}).',
  en: 'The body of the request has too many levels (maximum {max}).',
};
const brokenText = {
  es: 'El texto del campo "{path}" tiene caracteres que no son Unicode válido.',
  en: 'The text of the field "{path}" has characters that are not valid Unicode.',
};
const inexact = {
  es: 'El número del campo "{path}" tiene más dígitos de los que pueden representarse con exactitud.',
  en: 'The number of the field "{path}" has more digits than can be represented exactly.',
};

/**
 * Reads a request body as JSON, without losing anything silently: refuses what is not UTF-8 or not JSON,
 * nests too deeply, carries lone surrogates or NUL (XML has neither), names that reach prototypes, or numbers
 * that a double holds as another amount at six decimals (Anexo 20's most).
 */
export function parseJson(bytes: Buffer): Result<unknown> {
  if (!isUtf8(bytes))
    return refuse('invalid_json', {
      location: 'body',
      details: [field('', 'invalid_format', { message: notUtf8 })],
    });
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('invalid_json', { location: 'body' });
  }
  const { depth, longNumbers, suspicious } = scanJson(body);
  if (depth > MAX_DEPTH)
    return refuseFields([field('', 'invalid_value', { message: tooDeep, params: { max: MAX_DEPTH } })]);
  const exact = longNumbers.every(([start, end]) => isExact(body.toString('latin1', start, end)));
  const problem = (suspicious ? findBroken(value, '') : undefined) ?? (exact ? undefined : findInexact(text));
  return problem ? refuseFields([problem]) : ok(value);
}

/** The first text that is not Unicode, or name that reaches a prototype. Its recursion is bounded by MAX_DEPTH. */
function findBroken(value: unknown, path: string): Detail | undefined {
  if (typeof value === 'string')
    return isBroken(value) ? field(path, 'invalid_format', { message: brokenText }) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const problem = findBroken(item, joinPath(path, index));
      if (problem) return problem;
    }
    return undefined;
  }
  for (const [key, item] of Object.entries(value)) {
    if (isBroken(key)) return field(path, 'invalid_format', { message: brokenText });
    const at = joinPath(path, key);
    if (key === '__proto__' || (key === 'constructor' && typeof item === 'object'))
      return field(at, 'not_allowed');
    const problem = findBroken(item, at);
    if (problem) return problem;
  }
  return undefined;
}

const isBroken = (text: string) => /[\p{Surrogate}\0]/u.test(text);

/** The longest literal worth an exact comparison; longer ones are refused as they are. */
const MAX_LITERAL = 400;
const TOKEN = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/gs;

/** Walks the tokens of valid JSON, with the path it is at, to the first number that a double does not hold. */
function findInexact(text: string): Detail | undefined {
  const levels: { key: string | number; object: boolean }[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    const first = token.charCodeAt(0);
    if (first === 0x22) lastString = token;
    else if (token === '{') levels.push({ key: '', object: true });
    else if (token === '[') levels.push({ key: 0, object: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ':' && level) level.key = JSON.parse(lastString) as string;
    else if (token === ',') {
      if (level && !level.object) level.key = Number(level.key) + 1;
    } else if (first === 0x2d || (first >= 0x30 && first <= 0x39)) {
      if (isExact(token)) continue;
      const path = levels.reduce((at, { key }) => joinPath(at, key), '');
      return field(path, 'invalid_value', { message: inexact });
    }
  }
  return undefined;
}

function isExact(literal: string): boolean {
  const number = Number(literal);
  if (String(number) === literal) return true;
  if (!Number.isFinite(number) || literal.length > MAX_LITERAL) return false;
  const exact = parseDecimal(literal);
  // An exponent past parseDecimal's reach: so small that both are zero at six decimals.
  if (exact === undefined) return number === 0 || Math.abs(number) < 1e-100;
  return exact === parseDecimal(number);
}
