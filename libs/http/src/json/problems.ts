import { field, refuse, type Detail, type Refused } from '#kernel';
import { joinPath } from '../paths.js';
import { isExact } from './exact.js';

const brokenText = {
  es: 'El texto del campo "{path}" tiene caracteres que no son Unicode válido.',
  en: 'The text of the field "{path}" has characters that are not valid Unicode.',
};
const inexact = {
  es: 'El número del campo "{path}" tiene más dígitos de los que pueden representarse con exactitud.',
  en: 'The number of the field "{path}" has more digits than can be represented exactly.',
};
const twice = {
  es: 'El campo "{path}" aparece más de una vez en el mismo objeto: envíelo una sola vez.',
  en: 'The field "{path}" is more than once in the same object: send it once.',
};

/** Where a value of the body is: the path of its parent, and the index that the first of its members has there. */
export interface Place {
  readonly path: string;
  readonly first: number;
}

/** The first text that is not Unicode, or name that reaches a prototype. Its recursion is bounded by the depth. */
export function findBroken(value: unknown, { path, first }: Place): Detail | undefined {
  if (typeof value === 'string')
    return isBroken(value) ? field(path, 'invalid_format', { message: brokenText }) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const problem = findBroken(item, { path: joinPath(path, first + index), first: 0 });
      if (problem) return problem;
    }
    return undefined;
  }
  for (const [key, item] of Object.entries(value)) {
    if (isBroken(key)) return field(path, 'invalid_format', { message: brokenText });
    const at = joinPath(path, key);
    if (key === '__proto__' || (key === 'constructor' && typeof item === 'object'))
      return field(at, 'not_allowed');
    const problem = findBroken(item, { path: at, first: 0 });
    if (problem) return problem;
  }
  return undefined;
}

const isBroken = (text: string) => /[\p{Surrogate}\0]/u.test(text);

/** How many names a value has, at any depth; those that were there twice count once. */
export function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) for (const item of value) names += countNames(item);
  else
    for (const key in value) {
      names += 1;
      const item = (value as Record<string, unknown>)[key];
      if (typeof item === 'object' && item !== null) names += countNames(item);
    }
  return names;
}

/** A body that has a name twice in one object; which of the two was meant nobody knows. */
export const refuseTwice = (path: string): Refused =>
  refuse('invalid_json', {
    ...{ location: 'body', path },
    details: [field(path, 'invalid_value', { message: twice })],
  });

export const inexactNumber = (path: string): Detail => field(path, 'invalid_value', { message: inexact });

/** The path of the first number that a double does not hold. */
export const findInexact = (text: string, place: Place): string | undefined =>
  findPath(text, place, { number: (literal) => !isExact(literal), name: () => false });

/** The path of the first name that is there for the second time in its object, however it is escaped. */
export const findTwice = (text: string, place: Place): string | undefined =>
  findPath(text, place, { number: () => false, name: (name, names) => names.size === names.add(name).size });

interface Sought {
  readonly number: (literal: string) => boolean;
  readonly name: (name: string, namesBefore: Set<string>) => boolean;
}

interface Level {
  key: string | number;
  readonly names: Set<string> | undefined;
}

/** Walks the tokens of valid JSON once, with the path it is at, to the first that is sought. */
function findPath(text: string, { path, first }: Place, sought: Sought): string | undefined {
  const levels: Level[] = [];
  const here = () => levels.reduce((at, { key }) => joinPath(at, key), path);
  let lastText = '';
  for (let i = 0; i < text.length;) {
    const char = text.charAt(i);
    const level = levels.at(-1);
    const start = i;
    if (char === '"') {
      i = endOfText(text, i);
      lastText = text.slice(start, i);
      continue;
    }
    if (char === '-' || (char >= '0' && char <= '9')) {
      while (i < text.length && '0123456789.eE+-'.includes(text.charAt(i))) i += 1;
      if (sought.number(text.slice(start, i))) return here();
      continue;
    }
    i += 1;
    if (char === '{') levels.push({ key: '', names: new Set() });
    else if (char === '[') levels.push({ key: levels.length === 0 ? first : 0, names: undefined });
    else if (char === '}' || char === ']') levels.pop();
    else if (char === ',' && typeof level?.key === 'number') level.key += 1;
    else if (char === ':' && level?.names) {
      level.key = JSON.parse(lastText) as string;
      if (sought.name(level.key, level.names)) return here();
    }
  }
  return undefined;
}

/** The place after a text that begins at a quote. */
function endOfText(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== 0x22) i += text.charCodeAt(i) === 0x5c ? 2 : 1;
  return i + 1;
}
