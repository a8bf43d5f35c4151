import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDecimal, parseDecimal, sixDecimals } from './decimal.js';

/** Whole digits, a fraction and an exponent, each as anybody may write it. */
const written = fc
  .tuple(
    fc.constantFrom('', '', '', '-', '+'),
    fc.stringMatching(/^\d{1,20}$/),
    fc.option(fc.stringMatching(/^\d{0,9}$/)),
    fc.constantFrom('', '', '', 'e2', 'E-3'),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`,
  );

/** As numbers are written: no zeros that mean nothing. */
const tidy = fc.double({ min: 0, max: 1e9, noNaN: true }).map(String);
const slow = (text: string) => {
  const micros = parseDecimal(text);
  return micros === undefined ? undefined : formatDecimal(micros);
};

describe('an amount with six decimals', () => {
  it('is the same, whether it is read or left as it is', () => {
    fc.assert(
      fc.property(fc.oneof(written, tidy, fc.string()), (text) => expect(sixDecimals(text)).toBe(slow(text))),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['1', '1'],
    ['0.16', '0.16'],
    ['123.456789', '123.456789'],
    ['0', '0'],
    ['007', '7'],
    ['1.50', '1.5'],
    ['1.', '1'],
    ['1.0', '1'],
    ['-1.5', '-1.5'],
    ['-0', '0'],
    ['1.2345675', '1.234568'],
    ['1e2', '100'],
    ['', undefined],
    ['.5', undefined],
    ['1,5', undefined],
    ['1\n', undefined],
  ])('%j is %j', (text, expected) => expect(sixDecimals(text)).toBe(expected));
});
