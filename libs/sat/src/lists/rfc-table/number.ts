/**
 * RFCs as numbers: of the three or four letters (with none in the first place for companies), and of the rest, which is a date,
 * two characters and the check digit. Letters are counted A to Z, &, Ñ.
 */
export const LETTERS = 28;
/** How many beginnings of an RFC there are. */
export const BEGINNINGS = (LETTERS + 1) * LETTERS ** 3;
/** How many rests: below 2^29, which leaves three bits of a number of 32 for what a list says of an RFC. */
export const RESTS = 100 * 12 * 31 * 36 * 36 * 11;

const NONE = -1;
/** Letters and digits by their ISO-8859-1 code. */
const LETTER = new Int8Array(256).fill(NONE);
const ALNUM = new Int8Array(256).fill(NONE);
for (let i = 0; i < 26; i += 1) LETTER[65 + i] = i;
LETTER['&'.charCodeAt(0)] = 26;
LETTER[0xd1] = 27;
for (let i = 0; i < 10; i += 1) ALNUM[48 + i] = i;
for (let i = 0; i < 26; i += 1) ALNUM[65 + i] = 10 + i;

/** The codes that an RFC is made of at all, in ISO-8859-1. */
export const isRfcByte = (byte: number): boolean => (LETTER[byte] ?? NONE) >= 0 || (byte >= 48 && byte <= 57);

export interface RfcNumber {
  beginning: number;
  rest: number;
}

/** Two digits as a number; -1 for what is none. */
function two(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 48;
  const ones = (bytes[at + 1] ?? 0) - 48;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? NONE : tens * 10 + ones;
}

/**
 * Writes the number of an RFC of so many ISO-8859-1 bytes (12 or 13) into `into`, and tells whether it has one. An RFC with
 * another date or check digit than RFCs have gets none. Runs once for each row of 40 million, so it makes no objects.
 */
export function numberRfc(bytes: Uint8Array, length: number, into: RfcNumber): boolean {
  if (length !== 12 && length !== 13) return false;
  const letters = length - 9;
  let beginning = 0;
  for (let i = 0; i < letters; i += 1) {
    const letter = LETTER[bytes[i] ?? 0] ?? NONE;
    if (letter < 0) return false;
    beginning = i === 0 && letters === 4 ? letter + 1 : beginning * LETTERS + letter;
  }
  const year = two(bytes, letters);
  const month = two(bytes, letters + 2);
  const day = two(bytes, letters + 4);
  const first = ALNUM[bytes[letters + 6] ?? 0] ?? NONE;
  const second = ALNUM[bytes[letters + 7] ?? 0] ?? NONE;
  const check = ALNUM[bytes[letters + 8] ?? 0] ?? NONE;
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31) return false;
  if (first < 0 || second < 0 || check < 0 || check > 10) return false;
  into.beginning = beginning;
  into.rest = ((((year * 12 + month - 1) * 31 + day - 1) * 36 + first) * 36 + second) * 11 + check;
  return true;
}
