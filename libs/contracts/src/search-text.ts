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

/**
 * A LIKE pattern that every text with this phrase matches, and few others: a trigram or two of each word, at their
 * distances. An index of trigrams reads the list of each one in the pattern, and the thirty of a customer's whole name
 * are as long as those that tell most; what else matches has to be sorted out by looking for the phrase itself.
 * @param phrase as `searchText` gives it
 */
export function phrasePattern(phrase: string): string {
  const characters = Array.from(phrase);
  const kept = new Set<number>();
  const trigrams = new Set<string>();
  for (const at of rarestTrigrams(characters)) {
    if (trigrams.size === TRIGRAMS) break;
    const trigram = characters.slice(at, at + 3).join('');
    // Not beside another one: together they would be four or more.
    if (trigrams.has(trigram) || [-1, 0, 1, 2, 3].some((near) => kept.has(at + near))) continue;
    trigrams.add(trigram);
    for (const near of [0, 1, 2]) kept.add(at + near);
  }
  if (kept.size === 0) return containsPattern(phrase);
  return `%${characters.map((character, at) => (kept.has(at) ? character : '_')).join('')}%`;
}

/** Where the trigrams of words begin: the best of each word first, then what is left, each by rising frequency. */
function rarestTrigrams(characters: readonly string[]): number[] {
  const rarity = (character: string | undefined): number => {
    if (character === undefined) return NaN;
    const rank = BY_FREQUENCY.indexOf(character);
    return rank >= 0 ? rank : /\d/.test(character) ? BY_FREQUENCY.length : NaN;
  };
  const score = (at: number): number =>
    rarity(characters[at]) + rarity(characters[at + 1]) + rarity(characters[at + 2]);
  const scored = characters.map((_, at) => ({ at, score: score(at) })).filter(({ score }) => score >= 0);
  scored.sort((one, other) => other.score - one.score || one.at - other.at);
  const wordOf = ({ at }: { at: number }): number => characters.lastIndexOf(' ', at);
  const best = new Map([...scored].reverse().map((trigram) => [wordOf(trigram), trigram.at]));
  const first = scored.filter((trigram) => best.get(wordOf(trigram)) === trigram.at);
  return [...first, ...scored].map(({ at }) => at);
}
