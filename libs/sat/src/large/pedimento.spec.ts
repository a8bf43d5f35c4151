import { describe, expect, it } from '@jest/globals';
import { pedimentoCatalogue } from './pedimento.js';
import { encodeTable, openTable } from './table.js';
import type { Held } from './typed.js';

const held = (columns: Readonly<Record<string, string[]>>, complete = true): Held => {
  const table = openTable(encodeTable('c_X', new Map(Object.entries(columns)), false));
  return { complete, rows: table.rows, table: () => table };
};
const numbers = held({
  key: ['0131732024', '4738072018', '4738072025'],
  cantidad: ['999999', '999999', '500'],
});
const patentes = held({ key: ['1111', '3173', '3807'] });
const pedimentos = pedimentoCatalogue(numbers, patentes);
const DAY = '2026-11-21T10:00:00';

describe('the number of a pedimento (CFDI40194)', () => {
  it.each([
    ['25  47  3807  5000500', undefined],
    ['24  01  3173  4999999', undefined],
    // Consolidated, or the original of a rectification: the running number is of an earlier year.
    ['26  47  3807  5000001', undefined],
    ['20  47  3807  8003832', undefined],
    ['25  47  3807  5000501', 'quota'],
    ['25  47  3807  5000000', 'quota'],
    ['25  47  3807  6000001', 'quota'],
    ['25  01  1111  5000001', 'quota'],
    ['25  47  9999  5000001', 'patente'],
    ['25  99  3807  5000001', 'aduana'],
    ['15  47  3807  5000001', 'year'],
    ['27  47  3807  5000001', 'year'],
    ['99  47  3807  5000001', 'year'],
    ['25 47 3807 5000001', 'form'],
    ['25  47  3807  500001', 'form'],
    ['', 'form'],
  ])('%s: %s', (number, problem) => expect(pedimentos.problem(number, DAY)).toBe(problem));

  it('goes back ten years and not eleven', () => {
    expect(pedimentos.problem('18  47  3807  8000001', '2028-01-01')).toBeUndefined();
    expect(pedimentos.problem('18  47  3807  8000001', '2029-01-01')).toBe('year');
  });

  it('checks form and year while it is not loaded', () => {
    const none = pedimentoCatalogue(held({ key: [] }, false), held({ key: [] }, false));
    expect(none.problem('25  99  9999  5000001', DAY)).toBeUndefined();
    expect(none.problem('15  99  9999  5000001', DAY)).toBe('year');
    expect(none.problem('25 99 9999 5000001', DAY)).toBe('form');
  });

  it('takes patents from the numbers while those of c_PatenteAduanal are not loaded', () => {
    const some = pedimentoCatalogue(numbers, held({ key: [] }, false));
    expect(some.problem('25  01  1111  5000001', DAY)).toBe('patente');
    expect(some.problem('25  47  3807  5000001', DAY)).toBeUndefined();
  });

  it('gives the quota of an office, patent and year', () => {
    expect(pedimentos.quota('47', '3807', '2025')).toBe(500);
    expect(pedimentos.quota('47', '3807', '2024')).toBeUndefined();
  });
});
