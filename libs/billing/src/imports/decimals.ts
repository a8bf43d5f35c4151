import { divRound, formatDecimal, parseDecimal } from '#kernel';

/** Numbers of a document whose structure holds, which have six decimals at most (Anexo 20), as our own events have them. */

const MICRO = 1_000_000n;

/** In micros; 0 for what is no number, which the schema does not let pass. */
export const micros = (text: string | undefined): bigint => parseDecimal(text ?? '0') ?? 0n;

/** The shortest text of the same number: `0.160000` is `0.16`. Digits beyond the sixth are kept as they are. */
export const plain = (text: string): string => {
  const value = parseDecimal(text);
  return value === undefined ? text : formatDecimal(value);
};

/** An amount of a line for one of its units. */
export const ofOneUnit = (amount: bigint, quantity: bigint): string =>
  formatDecimal(quantity === 0n ? amount : divRound(amount * MICRO, quantity));
