/** Text as searches compare it: lower case, without accents, single spaces. */
export const searchText = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter((part) => part)
    .join('\n')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .toLowerCase();

/** A LIKE pattern for what contains a text (PostgreSQL's default escape). */
export const containsPattern = (text: string): string =>
  `%${searchText(text)
    .trim()
    .replace(/[\\%_]/g, '\\$&')}%`;

/** Letters of Spanish, the most frequent first; z as in names, most of which end with it. */
const BY_FREQUENCY = 'eaosrnidlctzumpbgvyqhfjxkw';
const TRIGRAMS = 4;

/** A part of a phrase that an index of trigrams can look up: what has a high score is in few texts. */
interface Piece {
  readonly at: number;
  readonly length: number;
  readonly score: number;
}

/**
 * A LIKE pattern that every text with this phrase matches, and few others: a trigram or two of each word, at their
 * distances, and short numbers with the spaces around them (of `mesa 31` the number alone tells much, and with its space
 * it has trigrams). An index of trigrams reads the list of each one in the pattern, and the thirty of a customer's whole name
 * are as long as those that tell most; what else matches has to be sorted out by looking for the phrase itself.
 * @param phrase as `searchText` gives it
 */
export function phrasePattern(phrase: string): string {
  const characters = Array.from(phrase);
  const kept = new Set<number>();
  const pieces = new Set<string>();
  for (const { at, length } of rarestPieces(characters)) {
    if (pieces.size === TRIGRAMS) break;
    const piece = characters.slice(at, at + length).join('');
    // Not beside another one: together they would be four or more.
    const isBeside = Array.from({ length: length + 2 }, (_, n) => at - 1 + n).some((near) => kept.has(near));
    if (pieces.has(piece) || isBeside) continue;
    pieces.add(piece);
    for (let n = 0; n < length; n += 1) kept.add(at + n);
  }
  if (kept.size === 0) return containsPattern(phrase);
  return `%${characters.map((character, at) => (kept.has(at) ? character : '_')).join('')}%`;
}

/** The best piece of each word first, then what is left, each by rising frequency. */
function rarestPieces(characters: readonly string[]): readonly Piece[] {
  const pieces = [...trigramsOf(characters), ...shortNumbersOf(characters)];
  pieces.sort((one, other) => other.score - one.score || one.at - other.at);
  // A short number begins with the space before it.
  const wordOf = ({ at, length }: Piece): number => characters.lastIndexOf(' ', at + length - 2);
  const best = new Map([...pieces].reverse().map((piece) => [wordOf(piece), piece]));
  const first = pieces.filter((piece) => best.get(wordOf(piece)) === piece);
  return [...first, ...pieces];
}

const DIGIT = BY_FREQUENCY.length;

function rarityOf(character: string | undefined): number {
  if (character === undefined) return NaN;
  const rank = BY_FREQUENCY.indexOf(character);
  return rank >= 0 ? rank : /\d/.test(character) ? DIGIT : NaN;
}

function trigramsOf(characters: readonly string[]): Piece[] {
  const rarity = characters.map(rarityOf);
  const scoreAt = (at: number): number =>
    [at, at + 1, at + 2].reduce((sum, n) => sum + (rarity[n] ?? NaN), 0);
  return characters.map((_, at) => ({ at, length: 3, score: scoreAt(at) })).filter(({ score }) => score >= 0);
}

/** At the start of a phrase, where another character may come before it, only with three of its own. */
const SHORT_NUMBER = /(?<= )(?:\d[\da-z]?|[a-z]\d)(?: |$)|^(?:\d[\da-z]|[a-z]\d) /g;

/** Words of one or two characters with a digit, which have no trigram by themselves, and the spaces beside them. */
function shortNumbersOf(characters: readonly string[]): Piece[] {
  const phrase = characters.join('');
  // Where a letter has two units, places would differ: such a phrase has its other words.
  if (phrase.length !== characters.length) return [];
  return Array.from(phrase.matchAll(SHORT_NUMBER), ({ index, 0: found }) => {
    const at = Math.max(0, index - 1);
    return { at, length: index + found.length - at, score: 3 * DIGIT };
  });
}
