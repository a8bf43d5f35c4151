import { describe, expect, it } from '@jest/globals';
import { amountInWords } from './amount-in-words.js';

describe('amount in words', () => {
  it.each([
    ['0', 'CERO PESOS 00/100 M.N.'],
    ['0.05', 'CERO PESOS 05/100 M.N.'],
    ['1', 'UN PESO 00/100 M.N.'],
    ['1.01', 'UN PESO 01/100 M.N.'],
    ['2', 'DOS PESOS 00/100 M.N.'],
    ['15.5', 'QUINCE PESOS 50/100 M.N.'],
    ['16', 'DIECISÉIS PESOS 00/100 M.N.'],
    ['21', 'VEINTIÚN PESOS 00/100 M.N.'],
    ['22', 'VEINTIDÓS PESOS 00/100 M.N.'],
    ['23', 'VEINTITRÉS PESOS 00/100 M.N.'],
    ['26', 'VEINTISÉIS PESOS 00/100 M.N.'],
    ['30', 'TREINTA PESOS 00/100 M.N.'],
    ['31', 'TREINTA Y UN PESOS 00/100 M.N.'],
    ['99', 'NOVENTA Y NUEVE PESOS 00/100 M.N.'],
    ['100', 'CIEN PESOS 00/100 M.N.'],
    ['101', 'CIENTO UN PESOS 00/100 M.N.'],
    ['121', 'CIENTO VEINTIÚN PESOS 00/100 M.N.'],
    ['200', 'DOSCIENTOS PESOS 00/100 M.N.'],
    ['500', 'QUINIENTOS PESOS 00/100 M.N.'],
    ['555.55', 'QUINIENTOS CINCUENTA Y CINCO PESOS 55/100 M.N.'],
    ['700', 'SETECIENTOS PESOS 00/100 M.N.'],
    ['900', 'NOVECIENTOS PESOS 00/100 M.N.'],
    ['1000', 'MIL PESOS 00/100 M.N.'],
    ['1001', 'MIL UN PESOS 00/100 M.N.'],
    ['1100', 'MIL CIEN PESOS 00/100 M.N.'],
    ['2026', 'DOS MIL VEINTISÉIS PESOS 00/100 M.N.'],
    ['21000', 'VEINTIÚN MIL PESOS 00/100 M.N.'],
    ['21021', 'VEINTIÚN MIL VEINTIÚN PESOS 00/100 M.N.'],
    ['31000', 'TREINTA Y UN MIL PESOS 00/100 M.N.'],
    ['100000', 'CIEN MIL PESOS 00/100 M.N.'],
    ['101000', 'CIENTO UN MIL PESOS 00/100 M.N.'],
    ['1000000', 'UN MILLÓN DE PESOS 00/100 M.N.'],
    ['1000000.99', 'UN MILLÓN DE PESOS 99/100 M.N.'],
    ['1000001', 'UN MILLÓN UN PESOS 00/100 M.N.'],
    ['1001000', 'UN MILLÓN MIL PESOS 00/100 M.N.'],
    ['2000000', 'DOS MILLONES DE PESOS 00/100 M.N.'],
    ['2300000', 'DOS MILLONES TRESCIENTOS MIL PESOS 00/100 M.N.'],
    ['21000000', 'VEINTIÚN MILLONES DE PESOS 00/100 M.N.'],
    ['31000000', 'TREINTA Y UN MILLONES DE PESOS 00/100 M.N.'],
    ['1000000000', 'MIL MILLONES DE PESOS 00/100 M.N.'],
    ['21000000000', 'VEINTIÚN MIL MILLONES DE PESOS 00/100 M.N.'],
    ['1000000000000', 'UN BILLÓN DE PESOS 00/100 M.N.'],
    ['1000001000000', 'UN BILLÓN UN MILLÓN DE PESOS 00/100 M.N.'],
    [
      '999999999999999.99',
      'NOVECIENTOS NOVENTA Y NUEVE BILLONES NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE MILLONES ' +
        'NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE PESOS 99/100 M.N.',
    ],
  ])('%s pesos', (amount, words) => {
    expect(amountInWords(amount, 'MXN')).toBe(words);
  });

  it.each([
    ['1', 'USD', 'UN DÓLAR ESTADOUNIDENSE 00/100 USD'],
    ['1250.5', 'USD', 'MIL DOSCIENTOS CINCUENTA DÓLARES ESTADOUNIDENSES 50/100 USD'],
    ['3000000', 'USD', 'TRES MILLONES DE DÓLARES ESTADOUNIDENSES 00/100 USD'],
    ['100', 'EUR', 'CIEN EUROS 00/100 EUR'],
    ['1', 'GBP', 'UNA LIBRA ESTERLINA 00/100 GBP'],
    ['221', 'GBP', 'DOSCIENTAS VEINTIUNA LIBRAS ESTERLINAS 00/100 GBP'],
    ['21201', 'GBP', 'VEINTIUNA MIL DOSCIENTAS UNA LIBRAS ESTERLINAS 00/100 GBP'],
    ['1000000', 'GBP', 'UN MILLÓN DE LIBRAS ESTERLINAS 00/100 GBP'],
    ['1500', 'JPY', 'MIL QUINIENTOS YENES JPY'],
    ['21.5', 'NOK', 'VEINTIUNO 50/100 NOK'],
    ['1000000', 'NOK', 'UN MILLÓN 00/100 NOK'],
    ['1.234', 'KWD', 'UNO 234/1000 KWD'],
  ])('%s %s', (amount, currency, words) => {
    expect(amountInWords(amount, currency)).toBe(words);
  });

  it('rounds what the currency cannot carry, up to the next unit', () => {
    expect(amountInWords('350.005', 'MXN')).toBe('TRESCIENTOS CINCUENTA PESOS 01/100 M.N.');
    expect(amountInWords('999.999999', 'MXN')).toBe('MIL PESOS 00/100 M.N.');
  });

  it.each(['-1', '1000000000000000', '999999999999999.995', 'x', '', 'NaN'])('refuses %p', (amount) => {
    expect(() => amountInWords(amount, 'MXN')).toThrow(RangeError);
  });
});
