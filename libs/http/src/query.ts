import { field, refuseFields, type Detail, type Refusal } from '#kernel';

/** A parsed query string: scalars, lists (repeated or bracketed keys) and one level of names in brackets. */
export type Query = Record<string, QueryValue>;
export type QueryValue = string | string[] | { [name: string]: string | string[] };

const MAX_PARAMETERS = 200;
const MAX_KEY = 100;
const MAX_VALUE = 4000;

/** The parser leaves problems here: the router calls it where nothing would catch an exception. */
const PROBLEM = Symbol('problem of the query string');
type Parsed = Query & { [PROBLEM]?: Detail };

const tooMany = {
  es: 'La solicitud tiene demasiados parámetros (máximo {max}).',
  en: 'The request has too many parameters (maximum {max}).',
};
const inQuery = { location: 'query' } as const;

/**
 * Parses a query string as the API's clients write it: `a=1`, `a=1&a=2`, `a[]=1`, `a[0]=1`, `a[gte]=1`,
 * brackets encoded or not. Comma-joined lists are split where a DTO says the parameter is a list.
 * Never throws; {@link queryProblem} returns the problem.
 */
export function parseQuery(text: string): Query {
  const query = Object.create(null) as Parsed;
  if (text === '') return query;
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) {
    query[PROBLEM] = field('', 'invalid_length', {
      ...inQuery,
      message: tooMany,
      params: { max: MAX_PARAMETERS },
    });
    return query;
  }
  for (const pair of pairs) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    const problem = key === undefined ? field('', 'invalid_format', inQuery) : put(query, key, value);
    if (problem) query[PROBLEM] ??= problem;
  }
  return query;
}

/** The refusal of a query string that could not be read, if any. */
export function queryProblem(query: unknown): Refusal | undefined {
  const problem = typeof query === 'object' && query !== null ? (query as Parsed)[PROBLEM] : undefined;
  return problem && refuseFields([problem]).refusal;
}

const KEY = /^([^[\]]+)(?:\[([^[\]]*)\])?$/;

function put(query: Query, key: string, value: string | undefined): Detail | undefined {
  if (key.length > MAX_KEY)
    return field(`${key.slice(0, MAX_KEY)}…`, 'invalid_length', {
      ...inQuery,
      params: { min: 1, max: MAX_KEY },
    });
  const match = KEY.exec(key);
  if (!match) return field(key, 'unknown_field', inQuery);
  const [, name = '', inner] = match;
  if (value === undefined) return field(name, 'invalid_format', inQuery);
  if (value.length > MAX_VALUE)
    return field(name, 'invalid_length', { ...inQuery, params: { min: 0, max: MAX_VALUE } });
  const known = query[name];
  if (inner === undefined || inner === '' || /^\d{1,4}$/.test(inner)) {
    if (known === undefined) query[name] = inner === undefined ? value : [value];
    else if (typeof known === 'string') query[name] = [known, value];
    else if (Array.isArray(known)) known.push(value);
    else return field(name, 'invalid_type', inQuery);
    return undefined;
  }
  if (known === undefined) query[name] = Object.assign(Object.create(null) as object, { [inner]: value });
  else if (typeof known === 'string' || Array.isArray(known)) return field(name, 'invalid_type', inQuery);
  else {
    const before = known[inner];
    known[inner] = before === undefined ? value : [before, value].flat();
  }
  return undefined;
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
