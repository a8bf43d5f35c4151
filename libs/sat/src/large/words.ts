/** Small letters without accents: ñ is n, as people type who have no such key. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The words of a text, folded: letters and digits of any script, everything else parts them. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * What a Spanish word shares with its plural, and machines in -or with those in -ora: servicio(s), motor(es), luz
 * and luces, computador(as). Not a linguist's stem, and no word of its own; short words and numbers stay.
 */
export function singular(word: string): string {
  if (/\d/.test(word) || (word.length < 4 && !word.endsWith('z'))) return word;
  let stem = word.endsWith('s') ? word.slice(0, -1) : word;
  if (stem.length > 6 && stem.endsWith('ora')) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return stem.endsWith('z') ? `${stem.slice(0, -1)}c` : stem;
}

/** Words that say nothing by themselves: a search does not insist on them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a al ante con de del e el en la las lo los o para por que se sin su sus u un una unas unos y'.split(' '),
);
