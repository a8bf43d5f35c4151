import type { Table } from './table.js';
import type { WordIndex } from './word-index.js';
import { fold, singular, STOP_WORDS, wordsOf } from './words.js';

export interface SearchHit {
  readonly key: string;
  /** The tax authority's Spanish name. */
  readonly label: string;
  /** How well it fits, from 0 to 1. */
  readonly score: number;
}

export interface SearchResult {
  /** All that fit, of which `hits` is a page. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

export interface SearchOptions {
  /** How many of the best to leave out; 0 where not given. */
  readonly offset?: number;
  /** How many to give at most; 50 where not given. */
  readonly limit?: number;
  /** 'YYYY-MM-DD': only keys in force on that day. */
  readonly date?: string;
}

const LONGEST_TEXT = 200;
/** Three bits a word, in one number of 31. */
const MOST_WORDS = 10;

/** How a word of the catalogue fits one that was typed; every better fit includes the weaker ones. */
const STARTS = 0b001;
const SAME_BUT_PLURAL = 0b011;
const SAME = 0b111;

/**
 * The scale, in thousandths: the key, the whole label, what people call it, the phrase at the label's start or within it, whole words
 * anywhere in it, then all that with a last word that is only begun, and last what similar words had to help
 * with. Up to 40 more for a short label and 10 for words spelt just so (whole labels and keys have neither), and up to 9
 * for what is called so where the catalogue itself has the words too.
 */
const SCORES = {
  key: 1000,
  keyStart: 970,
  label: 960,
  called: 945,
  phrase: { atStart: 880, within: 810, scattered: 700 },
  begun: { atStart: 580, within: 530, scattered: 450 },
  mixed: 380,
  mixedBegun: 320,
  similar: { atStart: 250, within: 250, scattered: 200 },
  similarBegun: { atStart: 140, within: 140, scattered: 90 },
} as const;
/** If no row has every word, rows with some of them: up to this score for all of them, half for similar words. */
const SOME = 75;
const NONE: ReadonlySet<string> = new Set();
const BREVITY = 40;
const SPELLING = 10;

interface Query {
  /** By number of a catalogue's word: how it fits each typed word, three bits each. */
  readonly fits: Uint32Array;
  readonly length: number;
  /** Bits of the words that must be there at least begun, in some form, spelt just so. */
  readonly begun: number;
  readonly whole: number;
  readonly exact: number;
}

const covers = (found: number, wanted: number): boolean => (found & wanted) === wanted;
const bits = (fit: number, word: number): number => fit << (word * 3);

/** The first of the words, which are sorted, that is not less than the text. */
function lowerBound(words: readonly string[], text: string): number {
  let low = 1; // 0 is no word
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function queryOf(typed: readonly string[], words: readonly string[]): Query {
  const fits = new Uint32Array(words.length);
  const needed = typed.map((word) => !STOP_WORDS.has(word));
  if (!needed.includes(true)) needed.fill(true);
  let [begun, whole, exact] = [0, 0, 0];
  typed.forEach((word, n) => {
    const stem = singular(word);
    const mark = (start: string, fitOf: (found: string) => number): void => {
      for (let at = lowerBound(words, start); at < words.length; at += 1) {
        const found = words[at] ?? '';
        if (!found.startsWith(start)) return;
        const fit = fitOf(found);
        if (fit !== 0) fits[at] = (fits[at] ?? 0) | bits(fit, n);
      }
    };
    // Without its last letter, which the singular may have changed, a stem begins each of its words.
    mark(word.length < 3 ? word : stem.slice(0, -1), (found) =>
      found === word ? SAME : singular(found) === stem ? SAME_BUT_PLURAL : 0,
    );
    if (n === typed.length - 1) mark(word, () => STARTS);
    if (!needed[n]) return;
    begun |= bits(STARTS, n);
    whole |= bits(SAME_BUT_PLURAL, n);
    exact |= bits(SAME, n);
  });
  return { fits, length: typed.length, begun, whole, exact };
}

type Place = 'atStart' | 'within' | 'scattered';

/** Whether the typed words follow each other among those from `from` to `to`, and there from the start. */
function placeOf(query: Query, numbers: ArrayLike<number>, from: number, to: number, fit: number): Place {
  const last = to - query.length;
  for (let start = from; start <= last; start += 1) {
    let n = 0;
    while (n < query.length) {
      const wanted = bits(fit, n);
      if (!covers(query.fits[numbers[start + n] ?? 0] ?? 0, wanted)) break;
      n += 1;
    }
    if (n === query.length) return start === from ? 'atStart' : 'within';
  }
  return 'scattered';
}

/** All fits of the words from one number to another. */
function fitsIn(query: Query, numbers: ArrayLike<number>, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at += 1) found |= query.fits[numbers[at] ?? 0] ?? 0;
  return found;
}

const brevity = (words: number): number => Math.round(BREVITY / Math.max(1, words));

/** A row's score in thousandths, or 0 where it does not have every word. */
function scoreOf(query: Query, index: WordIndex, row: number): number {
  const { labels, labelEnds, similar, similarEnds } = index;
  const [from, to] = [labelEnds[row] ?? 0, labelEnds[row + 1] ?? 0];
  const inLabel = fitsIn(query, labels, from, to);
  const extra = (found: number): number => brevity(to - from) + (covers(found, query.exact) ? SPELLING : 0);
  if (covers(inLabel, query.begun)) {
    const whole = covers(inLabel, query.whole);
    const place = placeOf(query, labels, from, to, whole ? SAME_BUT_PLURAL : STARTS);
    if (whole && place === 'atStart' && to - from === query.length)
      return SCORES.label + (covers(inLabel, query.exact) ? SPELLING - 1 : 0);
    return (whole ? SCORES.phrase : SCORES.begun)[place] + extra(inLabel);
  }
  const [similarFrom, similarTo] = [similarEnds[row] ?? 0, similarEnds[row + 1] ?? 0];
  const inSimilar = fitsIn(query, similar, similarFrom, similarTo);
  const both = inLabel | inSimilar;
  if (!covers(both, query.begun)) return 0;
  const whole = covers(both, query.whole);
  if (!covers(inSimilar, query.begun)) return (whole ? SCORES.mixed : SCORES.mixedBegun) + extra(both);
  const place = placeOf(query, similar, similarFrom, similarTo, whole ? SAME_BUT_PLURAL : STARTS);
  return (whole ? SCORES.similar : SCORES.similarBegun)[place] + extra(both);
}

/** The score of a row that has at least one of the words. */
function someScoreOf(query: Query, index: WordIndex, row: number): number {
  const { labels, labelEnds, similar, similarEnds } = index;
  const [from, to] = [labelEnds[row] ?? 0, labelEnds[row + 1] ?? 0];
  const inLabel = fitsIn(query, labels, from, to);
  const both = inLabel | fitsIn(query, similar, similarEnds[row] ?? 0, similarEnds[row + 1] ?? 0);
  let [found, needed] = [0, 0];
  for (let n = 0; n < query.length; n += 1) {
    const word = bits(STARTS, n);
    if ((query.begun & word) === 0) continue;
    needed += 1;
    found += (inLabel & word) !== 0 ? 1 : (both & word) !== 0 ? 0.5 : 0;
  }
  // A word more always weighs more than a shorter label.
  return found === 0 ? 0 : Math.max(1, Math.round((SOME * found + brevity(to - from) / 4) / needed));
}

/**
 * Searches a catalogue by the beginning of its keys and by words: accents and case do not matter, nor their
 * order, nor singular or plural; the last word may be only begun. The best come first, equals by key. Where nothing
 * has every word, what has some of them; without a word to search for, everything by key. `keysCalled` knows which keys
 * people mean by just these words.
 */
export function searchTable(
  table: Table,
  text: string,
  { offset = 0, limit = 50, date }: SearchOptions,
  inForce: (row: number, date: string) => boolean,
  keysCalled: (words: readonly string[]) => ReadonlySet<string> = () => NONE,
): SearchResult {
  const typed = text.slice(0, LONGEST_TEXT).trim();
  const words = wordsOf(typed).slice(0, MOST_WORDS);
  const key = /^[!-~]{1,20}$/.test(typed) ? fold(typed) : undefined;
  const index = table.words?.();
  if (!index) throw new Error(`${table.name} has no words to be searched by`);
  const query = words.length > 0 ? queryOf(words, index.words) : undefined;
  const called = keysCalled(words);
  if (!query && typed !== '') return { total: 0, hits: [] };
  // One number says both how far from the best a row is and, for equals, which row: sorting it sorts rows.
  const found = new Float64Array(table.rows);
  const rank = (score: (query: Query, index: WordIndex, row: number) => number): number => {
    let count = 0;
    for (let row = 0; row < table.rows; row += 1) {
      let points = query ? score(query, index, row) : SCORES.key;
      if (called.size > 0 && points < SCORES.called && called.has(table.key(row)))
        points = SCORES.called + Math.floor(points / 100);
      if (key !== undefined && table.keyStarts(row, key))
        points = table.key(row).length === key.length ? SCORES.key : SCORES.keyStart;
      if (points > 0 && (date === undefined || inForce(row, date)))
        found[count++] = (1000 - points) * 2 ** 32 + row;
    }
    return count;
  };
  let total = rank(scoreOf);
  if (total === 0 && words.length > 1) total = rank(someScoreOf);
  const page = found
    .subarray(0, total)
    .sort()
    .subarray(offset, offset + limit);
  const hits = Array.from(page, (value): SearchHit => {
    const row = value % 2 ** 32;
    return {
      key: table.key(row),
      label: table.text('label', row),
      score: (1000 - Math.floor(value / 2 ** 32)) / 1000,
    };
  });
  return { total, hits };
}
