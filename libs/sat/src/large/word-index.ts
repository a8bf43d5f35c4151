import type { BlockArray } from './blocks.js';
import { wordsOf } from './words.js';

/**
 * Words of a catalogue's rows by number. Number 0 is no word: it stands between two phrases. The words are
 * sorted by their code units, so that those with a beginning in common lie together.
 */
export interface WordIndex {
  readonly words: readonly string[];
  /** The words of every label, one row after the other; row n ends at `labelEnds[n + 1]`. */
  readonly labels: BlockArray;
  readonly labelEnds: BlockArray;
  /** The same for the words that the tax authority calls similar, phrase by phrase. */
  readonly similar: BlockArray;
  readonly similarEnds: BlockArray;
}

const phrasesOf = (similar: string): readonly string[][] =>
  similar
    .split(/[,;\n]/)
    .map(wordsOf)
    .filter((words) => words.length > 0);

/** Puts the words of labels and of similar words into the blocks of a file. */
export function indexWords(
  labels: readonly string[],
  similar: readonly string[],
  blocks: Map<string, BlockArray>,
): void {
  const labelWords = labels.map(wordsOf);
  const similarPhrases = labels.map((_, row) => phrasesOf(similar[row] ?? ''));
  const distinct = new Set<string>();
  for (const words of labelWords) for (const word of words) distinct.add(word);
  for (const phrases of similarPhrases)
    for (const words of phrases) for (const word of words) distinct.add(word);
  const words = ['', ...[...distinct].sort((a, b) => (a < b ? -1 : 1))];
  const numbers = new Map(words.map((word, number) => [word, number]));
  const pack = (name: string, rows: readonly (readonly string[])[]): void => {
    const ends = new Uint32Array(rows.length + 1);
    rows.forEach((row, n) => (ends[n + 1] = (ends[n] ?? 0) + row.length));
    const flat = rows.flatMap((row) => row.map((word) => numbers.get(word) ?? 0));
    blocks.set(`${name}.wordEnds`, ends);
    blocks.set(`${name}.words`, words.length <= 0x10000 ? Uint16Array.from(flat) : Uint32Array.from(flat));
  };
  blocks.set('words', new Uint8Array(Buffer.from(words.join('\n'))));
  pack('label', labelWords);
  pack(
    'similares',
    similarPhrases.map((phrases) => phrases.flatMap((phrase, n) => (n === 0 ? phrase : ['', ...phrase]))),
  );
}
