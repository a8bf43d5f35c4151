import { readTable } from '../catalogue.js';
import { singular, STOP_WORDS, wordsOf } from '../large/words.js';
import { sinonimos } from './sinonimos.js';

const phraseOf = (words: readonly string[]): string =>
  words
    .filter((word) => !STOP_WORDS.has(word))
    .map(singular)
    .join(' ');

/** By what people say, as a whole: `renta de oficina`, not its words. */
function readCalled(): ReadonlyMap<string, ReadonlySet<string>> {
  const keysOf = new Map<string, Set<string>>();
  for (const { key, label } of readTable(sinonimos))
    for (const called of label.split(',')) {
      const phrase = phraseOf(wordsOf(called));
      keysOf.set(phrase, (keysOf.get(phrase) ?? new Set()).add(key));
    }
  return keysOf;
}

/** Read by the first search: a start has no need of it. */
let keysOf: ReturnType<typeof readCalled> | undefined;

const NONE: ReadonlySet<string> = new Set();

/** The product keys that people mean by just these words, which are folded. */
export const productKeysCalled = (words: readonly string[]): ReadonlySet<string> =>
  (keysOf ??= readCalled()).get(phraseOf(words)) ?? NONE;
