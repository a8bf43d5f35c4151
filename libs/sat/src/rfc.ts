/** Natural or legal person, as the RFC's length tells: 13 characters or 12. */
export type PersonType = 'fisica' | 'moral';

/** RFC for sales to the general public (Anexo 20, guide: nacional genérico). */
export const RFC_PUBLICO_GENERAL = 'XAXX010101000';
/** RFC for parties resident abroad (Anexo 20, guide: extranjero genérico). */
export const RFC_EXTRANJERO = 'XEXX010101000';

export interface Rfc {
  /** Trimmed and upper-cased. */
  readonly rfc: string;
  readonly person: PersonType;
  /** Set for the two generic RFCs, which name no taxpayer. */
  readonly generic?: 'national' | 'foreign';
  /** Whether the check digit agrees. Informative: RFCs with a failing digit exist and are accepted. */
  readonly checksumMatches: boolean;
}

// tdCFDI.xsd t_RFC, with the date's parts captured.
const RFC = /^[A-Z&Ñ]{3,4}(\d{2})(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether yymmdd is a day of some century; year 00 counts as leap, for 2000 was. */
export function isPossibleDate(yy: number, mm: number, dd: number): boolean {
  const days = mm === 2 && yy % 4 === 0 ? 29 : (DAYS[mm - 1] ?? 0);
  return dd >= 1 && dd <= days;
}

/** Values of the check digit's characters: the position in this alphabet, a space before 12-character RFCs. */
const ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** The check digit that the first 11 or 12 characters ask for (module 11, weights 13 down to 2). */
export function rfcCheckDigit(rfc: string): string {
  const body = rfc.slice(0, -1).padStart(12, ' ');
  let sum = 0;
  for (let i = 0; i < 12; i += 1) sum += ALPHABET.indexOf(body.charAt(i)) * (13 - i);
  const digit = 11 - (sum % 11);
  if (digit === 11) return '0';
  return digit === 10 ? 'A' : String(digit);
}

/**
 * Reads an RFC written in any case, with spaces around it.
 * @returns undefined for what is not an RFC: another shape (tdCFDI.xsd, t_RFC) or an impossible date
 */
export function parseRfc(text: string): Rfc | undefined {
  if (text.length > 40) return undefined;
  const rfc = text.trim().normalize('NFC').toUpperCase();
  const match = RFC.exec(rfc);
  if (!match || !isPossibleDate(Number(match[1]), Number(match[2]), Number(match[3]))) return undefined;
  const generic = rfc === RFC_PUBLICO_GENERAL ? 'national' : rfc === RFC_EXTRANJERO ? 'foreign' : undefined;
  return {
    rfc,
    person: rfc.length === 12 ? 'moral' : 'fisica',
    ...(generic && { generic }),
    checksumMatches: rfcCheckDigit(rfc) === rfc.slice(-1),
  };
}
