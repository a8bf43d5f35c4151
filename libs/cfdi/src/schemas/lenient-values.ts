import { field, formatDecimal, parseDecimal, rescale, type Detail } from '#kernel';
import { hintsOf, type Catalogue } from '#sat';
import { textProblem } from '../text.js';
import { toSchemaForm, type SimpleType } from './types.js';

/** Digits that a number is read with; and the longest text that is read as one. */
const SCALE = 12;
const LONGEST_NUMBER = 60;

/** A JSON number, or text of one; undefined for anything else. */
function readNumber(given: string | number): bigint | undefined {
  const text = String(given).trim();
  return text.length > LONGEST_NUMBER ? undefined : parseDecimal(text, SCALE);
}

/**
 * The text of an attribute from a JSON value. Amounts are rounded half-up to the type's decimals and have two at least;
 * keys and the words of a list are found by their number or without regard to case and accents, where only one fits.
 * What fits nothing is written as it came, so that the check of structure names the field and what it may be.
 */
export function toLenientText(
  type: SimpleType,
  catalogue: Catalogue | undefined,
  given: unknown,
  path: string,
  report: (detail: Detail) => void,
): string | undefined {
  const words = type.values ?? catalogue?.entries.map(({ key }) => key);
  if (typeof given === 'boolean' && words?.includes('SI') && words.includes('NO')) return given ? 'SI' : 'NO';
  if (typeof given !== 'string' && typeof given !== 'number') {
    const expected = type.decimals === undefined ? 'string' : 'number';
    report(field(path, 'invalid_type', { params: { expected } }));
    return undefined;
  }
  if (type.decimals !== undefined) return toAmount(type.decimals, given, path, report);
  const text = typeof given === 'number' ? writeNumber(given) : given;
  const problem = text.trim() === '' ? undefined : textProblem(text, path, Infinity);
  if (problem) {
    report(problem);
    return undefined;
  }
  const written = toSchemaForm(type, text);
  if (words) {
    const found = words.includes(written) ? written : findWord(words, written);
    // A list has no other values; of a catalogue the form of a key says nothing yet.
    if (found === undefined && catalogue && type.test(written)) report(unknownKey(catalogue, written, path));
    return found ?? written;
  }
  return type.pattern && !type.test(written) ? inOtherCase(type, written) : written;
}

function toAmount(
  decimals: number,
  given: string | number,
  path: string,
  report: (detail: Detail) => void,
): string | undefined {
  const number = readNumber(given);
  if (number === undefined) {
    report(field(path, 'invalid_type', { params: { expected: 'number' } }));
    return undefined;
  }
  // A count is not rounded: half a service is a mistake.
  if (decimals === 0) return formatDecimal(number, { scale: SCALE });
  return formatDecimal(rescale(number, SCALE, decimals), { scale: decimals, min: Math.min(2, decimals) });
}

const writeNumber = (given: number): string => {
  const number = readNumber(given);
  return number === undefined ? String(given) : formatDecimal(number, { scale: SCALE });
};

const foldWord = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The only word that has the number of a text (1 is 01, 0.16 is 0.160000), or its letters. */
function findWord(words: readonly string[], text: string): string | undefined {
  if (text.length > LONGEST_NUMBER) return undefined;
  const number = readNumber(text);
  const folded = foldWord(text);
  const [found, ...others] = [...new Set(words)].filter((word) =>
    number === undefined ? foldWord(word) === folded : readNumber(word) === number,
  );
  return others.length === 0 ? found : undefined;
}

const unknownKey = (catalogue: Catalogue, key: string, path: string): Detail =>
  field(path, 'invalid_value', { params: { values: catalogue.name, ...hintsOf(catalogue)(key) } });

/** RFC, CURP and keys have letters of one case: the other one is meant alike. */
function inOtherCase(type: SimpleType, text: string): string {
  return [text.toUpperCase(), text.toLowerCase()].find((other) => type.test(other)) ?? text;
}
