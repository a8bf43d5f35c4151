/**
 * Decimal amounts as scaled integers: a bigint that counts units of 10^-scale.
 * Measured against decimal.js on 5000 lines of tax arithmetic this is tens of times faster,
 * and it cannot become a binary float by accident.
 */

/** An amount in millionths: 1.5 is 1_500_000n. The CFDI's own largest precision (Anexo 20, t_Importe). */
export type Micros = bigint;

/** Decimals of a {@link Micros}. */
export const MICROS_SCALE = 6;

const powers = Array.from({ length: 41 }, (_, n) => 10n ** BigInt(n));

/** 10^n as a bigint, for 0 <= n <= 40. */
export const pow10 = (n: number): bigint => powers[n] ?? 10n ** BigInt(n);

/** a / b rounded half-up, away from zero (Anexo 20: "redondeo"). b must be positive. */
export function divRound(a: bigint, b: bigint): bigint {
  const negative = a < 0n;
  const magnitude = negative ? -a : a;
  const rounded = (magnitude * 2n + b) / (b * 2n);
  return negative ? -rounded : rounded;
}

/** a * b / c rounded half-up, with no intermediate rounding. */
export const mulDiv = (a: bigint, b: bigint, c: bigint): bigint => divRound(a * b, c);

/** Moves a scaled integer from one number of decimals to another, half-up when decimals are lost. */
export function rescale(value: bigint, from: number, to: number): bigint {
  if (to >= from) return value * pow10(to - from);
  return divRound(value, pow10(from - to));
}

/** Rounds an amount in micros to `decimals` decimals, staying in micros. */
export const roundMicros = (value: Micros, decimals: number): Micros =>
  rescale(rescale(value, MICROS_SCALE, decimals), decimals, MICROS_SCALE);

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a decimal written as text (or a JSON number, through its shortest text) into a scaled integer.
 * Digits beyond `scale` are rounded half-up. Returns undefined for what is not a plain finite decimal.
 */
export function parseDecimal(input: string | number, scale: number = MICROS_SCALE): bigint | undefined {
  const match = DECIMAL.exec(String(input));
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = scale - fraction.length + Number(exponent);
  if (shift > 1000) return undefined;
  const value = shift >= 0 ? digits * pow10(shift) : divRound(digits, pow10(-shift));
  return sign === '-' ? -value : value;
}

/** Like {@link parseDecimal} for text that our own code wrote: throws on anything else. */
export function decimal(input: string | number, scale: number = MICROS_SCALE): bigint {
  const value = parseDecimal(input, scale);
  if (value === undefined) throw new TypeError(`not a decimal: ${String(input).slice(0, 40)}`);
  return value;
}

/**
 * Writes a scaled integer as text: at least `min` decimals, trailing zeros beyond them trimmed.
 * `formatDecimal(1_500_000n)` is "1.5"; with `min: 2` it is "1.50".
 */
export function formatDecimal(value: bigint, { scale = MICROS_SCALE, min = 0 } = {}): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let fraction = digits.slice(digits.length - scale);
  let end = fraction.length;
  while (end > min && fraction.charCodeAt(end - 1) === 48) end -= 1;
  fraction = fraction.slice(0, end).padEnd(min, '0');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** What {@link sixDecimals} leaves as it is, which most amounts are: no zeros that mean nothing, six decimals at most. */
const SIX_DECIMALS = /^(?:0|[1-9]\d*)(?:\.\d{0,5}[1-9])?$/;

/** An amount as text with the six decimals that a CFDI has at most (Anexo 20, t_Importe); undefined for what is no decimal. */
export function sixDecimals(text: string): string | undefined {
  if (SIX_DECIMALS.test(text)) return text;
  const micros = parseDecimal(text);
  return micros === undefined ? undefined : formatDecimal(micros);
}
