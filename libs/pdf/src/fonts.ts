import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A font file, ready to be handed to a page. */
export interface FontFile {
  family: string;
  weight: string;
  unicodeRange: string;
  /** woff2 in base64. */
  data: string;
}

const LATIN =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,' +
  'U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXT =
  'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+304,U+308,U+329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,' +
  'U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const sources = [
  ...['400', '600', '700'].map((weight) => ({ family: 'Inter', name: 'inter', weight })),
  { family: 'IBM Plex Mono', name: 'ibm-plex-mono', weight: '400' },
].flatMap((face) => [
  { ...face, subset: 'latin', unicodeRange: LATIN },
  { ...face, subset: 'latin-ext', unicodeRange: LATIN_EXT },
]);

/**
 * The documents' own fonts, from npm: a server has often no font at all, and then a page without them prints empty.
 * They cover the Latin script with all of its accents, the euro sign and typographic quotes.
 */
export async function readFonts(): Promise<FontFile[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    sources.map(async ({ family, name, weight, subset, unicodeRange }) => {
      const path = resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`);
      return { family, weight, unicodeRange, data: await readFile(path, 'base64') };
    }),
  );
}
