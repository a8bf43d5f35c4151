import { parseDecimal } from '#kernel';

/** The longest literal worth an exact comparison; longer ones are refused as they are. */
const MAX_LITERAL = 400;

/** Whether a double holds a number of JSON as the same amount at six decimals (Anexo 20's most). */
export function isExact(literal: string): boolean {
  const number = Number(literal);
  if (String(number) === literal) return true;
  if (!Number.isFinite(number) || literal.length > MAX_LITERAL) return false;
  const exact = parseDecimal(literal);
  // An exponent past parseDecimal's reach: so small that both are zero at six decimals.
  if (exact === undefined) return number === 0 || Math.abs(number) < 1e-100;
  return exact === parseDecimal(number);
}
