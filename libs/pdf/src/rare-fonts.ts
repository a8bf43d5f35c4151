import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FontFile } from './fonts.js';

/*
 * Fonts for what Inter's Latin subsets lack: other alphabets, Chinese, Japanese and Korean, emoji. Together they have 20 MB, of
 * which a document loads the subsets of its own characters. Almost every document loads none.
 */

const { resolve } = createRequire(import.meta.url);

/** A font in subsets: its package has a table of their ranges, and a file of each. */
interface RareFont {
  readonly family: string;
  readonly package: string;
  readonly weights: readonly { readonly css: string; readonly file: string }[];
  /** The part of its table that holds: the tables name more than the fonts have. */
  readonly holds: RegExp;
}

/** One file with every weight between the two. */
const variable = (family: string, id: string, css: string, holds: RegExp): RareFont => ({
  ...{ family, package: `@fontsource-variable/${id}`, holds },
  weights: [{ css, file: 'wght' }],
});

/** Kana, Han, their punctuation and full-width letters. */
const EAST = /[\u3001-\u30ff\u3400-\u4db5\u4e00-\u9fef\uff01-\uff9f\u{20000}-\u{3ffff}]/u;
const KANA = /[\u3041-\u30ff]/;
const inter: RareFont = {
  ...{ family: 'Inter', package: '@fontsource/inter' },
  weights: ['400', '600', '700'].map((weight) => ({ css: weight, file: weight })),
  // Accents by themselves, Greek, Cyrillic, Vietnamese.
  holds: /\p{M}|[\u0386-\u03ce\u0400-\u045f\u0490\u0491\u1ea0-\u1ef9\u2116]/u,
};
const emoji = variable('Noto Emoji', 'noto-emoji', '300 700', /./su);
const chinese = variable('Noto Sans SC', 'noto-sans-sc', '100 900', EAST);
const japanese = variable('Noto Sans JP', 'noto-sans-jp', '100 900', EAST);
const korean = variable('Noto Sans KR', 'noto-sans-kr', '100 900', /[\uac00-\ud7a3]/);

/** Scripts whose letters change with their neighbours, or carry marks: Unifont sets them apart, and Hindi can't be read. */
const shaped = [
  variable('Noto Sans Arabic', 'noto-sans-arabic', '100 900', /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff]/),
  variable('Noto Sans Devanagari', 'noto-sans-devanagari', '100 900', /[\u0900-\u097f]/),
  variable('Noto Sans Hebrew', 'noto-sans-hebrew', '100 900', /[\u0591-\u05f4]/),
  variable('Noto Sans Thai', 'noto-sans-thai', '100 900', /[\u0e01-\u0e5b]/),
];

/** The last resort: coarse and slow to load, but it has nearly every character of the Basic Multilingual Plane. */
const UNIFONT = 'Unifont';
const UNIFONT_PATH = '@fontsource/unifont/files/unifont-latin-400-normal.woff2';

/** The families in the order in which a page looks for a character, for a style sheet. */
export const rareFamilies = [inter, emoji, chinese, japanese, korean, ...shaped]
  .map(({ family }) => `'${family}'`)
  .concat(`'${UNIFONT}'`)
  .join(', ');

/** What the fonts that every page has don't have (see fonts.ts), white space and marks of direction aside. */
const RARE =
  /[^\0-\u0250\u1e00-\u1e9f\u1ef2-\u1eff\u2000-\u200f\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2028-\u202f\u2032\u2033\u2039\u203a\u2044\u2060-\u206f\u20ac\u2122\u2191\u2193\u2212\ufeff]/gu;

/** The font files that a page needs beside those that it has. Empty for text in Latin script. */
export async function readRareFonts(html: string): Promise<readonly FontFile[]> {
  const missing = new Set(Array.from(html.matchAll(RARE), ([char]) => char));
  if (missing.size === 0) return [];
  const found: Promise<FontFile>[] = [];
  // Han characters have forms of their own in Japan.
  const east = KANA.test(html) ? [japanese, chinese] : [chinese, japanese];
  for (const font of [inter, emoji, ...east, korean, ...shaped]) {
    const subsetOf = await coverageOf(font);
    const needed = new Set<Subset>();
    for (const char of missing) {
      const subset = font.holds.test(char) ? subsetOf.get(char.codePointAt(0) ?? 0) : undefined;
      if (!subset) continue;
      needed.add(subset);
      missing.delete(char);
    }
    for (const { name, range } of needed)
      for (const { css, file } of font.weights)
        found.push(readFont(font.family, css, range, filePath(font, name, file)));
  }
  if (missing.size > 0) found.push(readFont(UNIFONT, '400', 'U+0-FFFF', UNIFONT_PATH));
  return Promise.all(found);
}

interface Subset {
  readonly name: string;
  /** As CSS has it: `U+3040-309F,U+1F1E6`. */
  readonly range: string;
}
type Coverage = ReadonlyMap<number, Subset>;

const coverages = new Map<string, Promise<Coverage>>();

/** The subset of each character of a font, read once. */
function coverageOf({ package: name }: RareFont): Promise<Coverage> {
  const known = coverages.get(name);
  if (known) return known;
  const read = readCoverage(name).catch((error: unknown) => {
    coverages.delete(name);
    throw error;
  });
  coverages.set(name, read);
  return read;
}

async function readCoverage(name: string): Promise<Coverage> {
  const table = JSON.parse(await readFile(resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>;
  const subsetOf = new Map<number, Subset>();
  for (const [key, range] of Object.entries(table)) {
    const subset = { name: key.replace(/[[\]]/g, ''), range };
    for (const part of range.split(',')) {
      const [from = '', to = from] = part.slice('U+'.length).split('-');
      for (let code = parseInt(from, 16); code <= parseInt(to, 16); code += 1) subsetOf.set(code, subset);
    }
  }
  return subsetOf;
}

const filePath = ({ package: name }: RareFont, subset: string, weight: string): string =>
  `${name}/files/${name.slice(name.indexOf('/') + 1)}-${subset}-${weight}-normal.woff2`;

const readFont = async (
  family: string,
  weight: string,
  unicodeRange: string,
  path: string,
): Promise<FontFile> => ({ family, weight, unicodeRange, data: await readFile(resolve(path), 'base64') });
