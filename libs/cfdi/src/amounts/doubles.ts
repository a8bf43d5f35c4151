import { parseDecimal } from '#kernel';
import { TooBig, UNIT, type Arith } from './arith.js';

const MAX = Number.MAX_SAFE_INTEGER;

/** 10^(6 - decimals). */
const SHIFT = [1e6, 1e5, 1e4, 1e3, 1e2, 10, 1];

const safe = (value: number): number => {
  if (value > MAX || value < -MAX) throw new TooBig();
  return value;
};

function fromBig(value: bigint): number {
  if (value > MAX || value < -MAX) throw new TooBig();
  return Number(value);
}

/** Micros of plain digits with at most six decimals; -1 for any other text. */
function parsePlain(text: string): number {
  const { length } = text;
  if (length === 0 || length > 16) return -1;
  let value = 0;
  let decimals = -1;
  for (let i = 0; i < length; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      if (decimals >= 0) decimals += 1;
    } else if (digit === -2 && decimals < 0 && i > 0) decimals = 0;
    else return -1;
  }
  if (decimals > 6) return -1;
  const micros = value * (SHIFT[decimals < 0 ? 0 : decimals] as number);
  return micros <= MAX ? micros : -1;
}

/** Floor of a / c for safe integers: the quotient of doubles may be one off, never more. */
function quotient(a: number, c: number): number {
  const q = Math.floor(a / c);
  const r = a - q * c;
  return r < 0 ? q - 1 : r >= c ? q + 1 : q;
}

function divRound(a: number, c: number): number {
  const q = quotient(a, c);
  return 2 * (a - q * c) >= c ? q + 1 : q;
}

function mulDiv(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= MAX) return divRound(product, c);
  // a = q*c + r, so a*b/c = q*b + r*b/c: exact while both products are.
  const q = quotient(a, c);
  const high = q * b;
  const low = (a - q * c) * b;
  if (high <= MAX && low <= MAX) return safe(high + divRound(low, c));
  return fromBig((2n * BigInt(a) * BigInt(b) + BigInt(c)) / (2n * BigInt(c)));
}

/** ".00" to ".99", ".000" to ".999", and the same without the point: written amounts are put together from these. */
const digits = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: 10 ** count }, (_, n) => prefix + String(n).padStart(count, '0'));
const DOT2 = digits(2, '.');
const DOT3 = digits(3, '.');
const PAD2 = digits(2, '');
const PAD3 = digits(3, '');

/** `fraction`: millionths below one. */
function formatDecimalNumber(whole: number, fraction: number, decimals: number): string {
  if (decimals === 2) return whole + (DOT2[fraction / 10_000] as string);
  if (decimals === 6) {
    const high = Math.floor(fraction / 1000);
    return whole + (DOT3[high] as string) + (PAD3[fraction - high * 1000] as string);
  }
  if (decimals === 3) return whole + (DOT3[fraction / 1000] as string);
  if (decimals === 4) {
    const high = Math.floor(fraction / 10_000);
    return whole + (DOT2[high] as string) + (PAD2[(fraction - high * 10_000) / 100] as string);
  }
  return String(whole);
}

/** {@link Arith} over safe integers held in doubles. */
export const doubles: Arith<number> = {
  zero: 0,
  one: 1,
  unit: UNIT,
  cents: SHIFT,
  parse(text) {
    const plain = parsePlain(text);
    if (plain >= 0) return plain;
    const value = parseDecimal(text);
    return value === undefined ? undefined : fromBig(value);
  },
  from: fromBig,
  add: (a, b) => safe(a + b),
  sub: (a, b) => safe(a - b),
  less: (a, b) => a < b,
  mulDiv,
  mulMod(a, b, c) {
    const product = a * b;
    if (product <= MAX) return product - quotient(product, c) * c;
    return Number((BigInt(a) * BigInt(b)) % BigInt(c));
  },
  round: (a, unit) => safe(divRound(a, unit) * unit),
  fits: () => true,
  text(a, decimals) {
    const whole = quotient(a, UNIT);
    return formatDecimalNumber(whole, a - whole * UNIT, decimals);
  },
  shortText(a, decimals) {
    const whole = quotient(a, UNIT);
    const fraction = a - whole * UNIT;
    return formatDecimalNumber(whole, fraction, fraction % (SHIFT[decimals] as number) === 0 ? decimals : 6);
  },
};
