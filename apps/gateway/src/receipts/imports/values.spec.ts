import { describe, expect, it } from '@jest/globals';
import { readDate, readFlag, readNumber, readRate } from './values.js';

describe('a number in a cell', () => {
  it.each([
    ['1234.5', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1234,5', 1234.5],
    ['$ 99.90', 99.9],
    ['-$1,000', -1000],
    ['1,234', 1234],
    ['1.234', 1.234],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['0,234', 0.234],
    ['.5', 0.5],
    ['007', 7],
    ['1 234.5', 1234.5],
    ['0.000001', 0.000001],
  ])('%s is %d', (text, number) => expect(readNumber(text, 'point')).toBe(number));

  it.each(['caro', '1,23,4', '1.2.3', '1,2.3,4', '', '--1', '1e5', '12345678901234567', '1.', 'NaN', '0x10'])(
    '%s is none',
    (text) => expect(readNumber(text, 'point')).toBeUndefined(),
  );

  it('that may be two is none, in files whose decimal mark is not known', () => {
    expect(readNumber('1,234', 'unknown')).toBeUndefined();
    expect(readNumber('1.234', 'unknown')).toBeUndefined();
    expect(readNumber('1,23', 'unknown')).toBe(1.23);
    expect(readNumber('1.234,5', 'unknown')).toBe(1234.5);
    expect(readNumber('1234,567', 'unknown')).toBe(1234.567);
    expect(readNumber('0,234', 'unknown')).toBe(0.234);
  });
});

it.each([
  ['31/12/2026', '2026-12-31'],
  ['1-2-2026', '2026-02-01'],
  ['01.02.2026 8:05', '2026-02-01T08:05:00'],
  ['26/11/2026 12:05:06 a.m.', '2026-11-26T00:05:06'],
  ['26/11/2026 1:05 PM', '2026-11-26T13:05:00'],
  ['2026-12-31', '2026-12-31'],
  ['2026-12-31 18:05', '2026-12-31T18:05'],
  ['2026-12-31T18:05:00Z', '2026-12-31T18:05:00Z'],
])('the date %s is %s', (text, iso) => expect(readDate(text)).toBe(iso));

it.each(['ayer', '31/12/26', '12/2026', '26/11/2026 13:05 PM', '46000'])('%s is no date', (text) =>
  expect(readDate(text)).toBeUndefined(),
);

it.each([
  ['16', 0.16],
  ['16%', 0.16],
  ['16 %', 0.16],
  ['0.16', 0.16],
  ['8', 0.08],
  ['0', 0],
  ['0.5%', 0.005],
  ['26.5', 0.265],
  ['Exento', 'exempt'],
  ['No objeto', 'none'],
])('the rate %s is %s', (text, rate) => expect(readRate(text, 'point')).toBe(rate));

it('a rate is never below nothing, nor a word', () => {
  for (const text of ['-16', 'mucho', '']) expect(readRate(text, 'point')).toBeUndefined();
});

it('yes and no are said in both languages', () => {
  expect(['Sí', 'si', 'YES', '1', 'true', 'X'].map(readFlag)).toEqual(Array(6).fill(true));
  expect(['No', 'n', '0', 'false', 'Falso'].map(readFlag)).toEqual(Array(5).fill(false));
  expect(readFlag('quizá')).toBeUndefined();
});
