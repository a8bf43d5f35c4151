import { dottedIfPath } from './paths.js';

/** The languages of messages; Spanish is the default. */
export type Language = 'es' | 'en';
/** A text in both languages of the API. */
export interface Bilingual {
  readonly es: string;
  readonly en: string;
}
/** Values that a message of the error table may carry, by placeholder name: words in both languages. */
export type MessageParams = Readonly<Record<string, string | number | Bilingual>>;

/** Billing periods, the values that `{period}` may carry, in each language of the response. */
const periodNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  year: { es: 'año', en: 'year' },
  day: { es: 'día', en: 'day' },
  week: { es: 'semana', en: 'week' },
  fortnight: { es: 'quincena', en: 'fortnight' },
  month: { es: 'mes', en: 'month' },
  two_months: { es: 'bimestre', en: 'two months' },
};

/** Types of JSON, the values that `{expected}` may carry, as a person calls them. */
const typeNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  string: { es: 'un texto', en: 'a string' },
  number: { es: 'un número', en: 'a number' },
  integer: { es: 'un número entero', en: 'an integer' },
  boolean: { es: 'true o false', en: 'true or false' },
  array: { es: 'una lista', en: 'an array' },
  object: { es: 'un objeto', en: 'an object' },
};

/** Several types of JSON in words, such as "un texto o un objeto", for `{expected}`. */
export const typesInWords = (types: readonly string[]): Bilingual => ({
  es: types.map((type) => typeNames[type]?.es ?? type).join(' o '),
  en: types.map((type) => typeNames[type]?.en ?? type).join(' or '),
});

const named: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Language, string>>>>>> = {
  period: periodNames,
  expected: typeNames,
};

const PARENTHESIS = / \([^()]+\)/g;
const QUOTED = / "\{(\w+)\}"/g;
const PLACEHOLDER = /\{(\w+)\}/g;

/** The placeholder names that a text carries. */
export const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');

/**
 * Fills the placeholders of a message. A parenthesis or quoted placeholder without a value is left out,
 * so that `payload_too_large` may carry its limit or not. Words are given in both languages; `{period}` and the types of
 * `{expected}` take their names.
 */
export function renderMessage(text: string, params: MessageParams = {}, language: Language = 'es'): string {
  if (!text.includes('{')) return text;
  const has = (name: string) => Object.hasOwn(params, name);
  return text
    .replace(PARENTHESIS, (part) => (placeholdersOf(part).every(has) ? part : ''))
    .replace(QUOTED, (part, name: string) => (has(name) ? part : ''))
    .replace(PLACEHOLDER, (_, name: string) => {
      const given = has(name) ? (params[name] ?? '') : '';
      const value = typeof given === 'object' ? given[language] : String(dottedIfPath(given));
      return named[name]?.[value]?.[language] ?? value;
    });
}
