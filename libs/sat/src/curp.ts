import { isPossibleDate } from './rfc.js';

// tdCFDI.xsd t_CURP, with the date's parts captured.
const CURP =
  /^[A-Z][AEIOUX][A-Z]{2}(\d{2})(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[MHX](?:[ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z]\d$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

export interface Curp {
  /** Trimmed and upper-cased. */
  readonly curp: string;
  /** Whether the check digit agrees (RENAPO); informative, as for the RFC. */
  readonly checksumMatches: boolean;
}

/** The check digit of a CURP's first 17 characters (module 10, weights 18 down to 2). */
export function curpCheckDigit(curp: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i += 1) sum += ALPHABET.indexOf(curp.charAt(i)) * (18 - i);
  return String((10 - (sum % 10)) % 10);
}

/** Reads a CURP in any case; undefined for another shape (tdCFDI.xsd, t_CURP) or an impossible date. */
export function parseCurp(text: string): Curp | undefined {
  if (text.length > 40) return undefined;
  const curp = text.trim().toUpperCase();
  const match = CURP.exec(curp);
  if (!match || !isPossibleDate(Number(match[1]), Number(match[2]), Number(match[3]))) return undefined;
  return { curp, checksumMatches: curpCheckDigit(curp) === curp.charAt(17) };
}
