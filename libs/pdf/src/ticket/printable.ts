/** Signs that type sets have and printers don't, in signs that they have. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '‚': "'", '′': "'", '“': '"', '”': '"', '„': '"', '″': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...', '•': '·', '™': '(TM)' },
  ...{ '\u0152': 'OE', '\u0153': 'oe', '\u2044': '/' },
};

/** Nothing is to be seen of these: joiners, marks of direction, soft hyphens, what a font may do to a letter. */
const UNSEEN = /[\p{Cf}\u034f\ufe00-\ufe0f]/gu;

/** What every printer of tickets prints in one column: ASCII, the letters of Western Europe, and the euro. */
const PRINTABLE = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff€]+$/;

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/**
 * A text in what a ticket printer prints, one column a character: no control character of what somebody typed reaches the
 * printer, where it would be a command. A letter with a mark that printers don't know is printed without it, and what they
 * don't know at all is a question mark.
 */
export function printable(text: string): string {
  const tidy = text.normalize('NFC').replace(/[\p{Cc}\p{Z}]+/gu, ' ');
  // Nearly all texts: the others are looked at sign by sign.
  if (PRINTABLE.test(tidy)) return tidy.trim();
  return Array.from(graphemes.segment(tidy), ({ segment }) => signOf(segment))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function signOf(grapheme: string): string {
  if (PRINTABLE.test(grapheme)) return grapheme;
  const seen = grapheme.replace(UNSEEN, '');
  if (seen === '') return '';
  const plain = PLAIN[seen] ?? seen.normalize('NFKD').replace(/\p{M}/gu, '');
  return PRINTABLE.test(plain) ? plain : '?';
}
