import leven from 'leven';

/** A word that can be meant, and what else it is called: in other languages, or by name in place of its key. */
export interface Choice {
  readonly word: string;
  readonly names?: readonly string[];
}

/** Longer words are no misspellings, and comparing takes their length squared. */
const LONGEST = 100;

/** A word without case, accents and what separates its parts: `paymentForm`, `payment-form` and `Payment form` are one. */
const fold = (word: string): string =>
  word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * The choice that a word is meant to be: one of the same letters or name, one whose name begins with it or has it as a
 * word, or one that is a letter or two away. Undefined where none is close, or two are as close.
 */
export function findNearest(word: string, choices: readonly Choice[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const sought = fold(word);
  if (sought === '') return undefined;
  const folded = choices.map(
    (choice) => [choice.word, [choice.word, ...(choice.names ?? [])].map(fold)] as const,
  );
  const matching = (fits: (name: string) => boolean) =>
    folded.filter(([, names]) => names.some(fits)).map(([found]) => found);
  const [same] = matching((name) => name === sought);
  if (same !== undefined) return same;
  if (sought.length >= 4) {
    for (const found of [
      matching(
        (name) => name.startsWith(`${sought} `) || (name.length >= 4 && sought.startsWith(`${name} `)),
      ),
      matching((name) => ` ${name} `.includes(` ${sought} `)),
    ])
      if (found.length > 0) return found[0];
  }
  return closest(sought, folded);
}

/** How many letters may be wrong: none of two, one of three to six, two of more. */
const allowance = (length: number): number => (length < 3 ? 0 : length < 7 ? 1 : 2);

function closest(
  sought: string,
  folded: readonly (readonly [string, readonly string[]])[],
): string | undefined {
  let best = allowance(sought.length) + 1;
  let found: string | undefined;
  for (const [word, names] of folded)
    for (const name of names) {
      if (Math.abs(name.length - sought.length) >= best) continue;
      const distance = leven(name, sought, { maxDistance: best });
      if (distance < best) {
        best = distance;
        found = word;
      }
    }
  return found;
}
