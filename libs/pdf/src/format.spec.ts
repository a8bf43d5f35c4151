import { describe, expect, it } from '@jest/globals';
import { currencyDecimals, dateTime, exact, micros, money, percent } from './format.js';

describe('amounts as printed', () => {
  it.each([
    ['0', 2, '0.00'],
    ['1234.5', 2, '1,234.50'],
    ['1234567.895', 2, '1,234,567.90'],
    ['-1234.5', 2, '-1,234.50'],
    ['999', 2, '999.00'],
    ['1234.4', 0, '1,234'],
    // A float cannot hold this one.
    ['999999999999999.99', 2, '999,999,999,999,999.99'],
  ])('%s with %i decimals is %s', (amount, decimals, text) => {
    expect(money(micros(amount), decimals)).toBe(text);
  });

  it('keeps the six decimals of a ValorUnitario', () => {
    expect(exact(micros('1603.448276'), 2)).toBe('1,603.448276');
    expect(exact(micros('1603.5'), 2)).toBe('1,603.50');
    expect(exact(micros('3'))).toBe('3');
  });

  it('reads JSON numbers through their shortest text', () => {
    expect(money(micros(0.1 + 0.2), 2)).toBe('0.30');
    expect(() => micros('1,000')).toThrow(TypeError);
  });

  it('writes rates as percentages', () => {
    expect(['0.16', '0.106667', '0.0125', '0', 0.08].map(percent)).toEqual([
      '16%',
      '10.6667%',
      '1.25%',
      '0%',
      '8%',
    ]);
  });

  it('knows the decimals of currencies', () => {
    expect(['MXN', 'JPY', 'KWD', 'XXX', 'ZZZ', 'no'].map(currencyDecimals)).toEqual([2, 0, 3, 0, 2, 2]);
  });
});

describe('dates as printed', () => {
  it.each([
    ['2026-11-21T05:30:00.000Z', 'America/Mexico_City', '20/11/2026 23:30:00'],
    ['2026-11-21T05:30:00Z', 'America/Tijuana', '20/11/2026 21:30:00'],
    ['2026-07-01T06:00:00Z', 'America/Mexico_City', '01/07/2026 00:00:00'],
    ['2026-11-21T10:00:00+01:00', 'America/Cancun', '21/11/2026 04:00:00'],
    ['2026-11-21T10:41:07', 'America/Tijuana', '21/11/2026 10:41:07'],
    ['2026-11-21', 'America/Tijuana', '21/11/2026'],
  ])('%s in %s is %s', (iso, zone, text) => {
    expect(dateTime(iso, zone)).toBe(text);
  });
});
