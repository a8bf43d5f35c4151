import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RfcTableBuilder } from './build.js';
import { BEGINNINGS, RESTS, numberRfc } from './number.js';
import { openRfcTable } from './open.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbra-table-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const numberOf = (rfc: string) => {
  const number = { beginning: -1, rest: -1 };
  return numberRfc(Buffer.from(rfc, 'latin1'), rfc.length, number) ? number : undefined;
};

describe('the number of an RFC', () => {
  it('is its own, from the first to the last', () => {
    expect(numberOf('AAA000101000')).toEqual({ beginning: 0, rest: 0 });
    expect(numberOf('ÑÑÑÑ991231ZZA')).toEqual({ beginning: BEGINNINGS - 1, rest: RESTS - 1 });
    expect(RESTS).toBeLessThan(2 ** 29);
    const numbers = ['AAA000101000', 'AAAA000101000', 'A&A000101000', 'AAA000101001', 'AAA000101010'].map(
      numberOf,
    );
    expect(new Set(numbers.map((number) => JSON.stringify(number))).size).toBe(5);
  });

  it.each([
    'AAA001301000',
    'AAA000132000',
    'AAA000001000',
    'AAA00010100B',
    'AAA000101',
    '',
    'aaa000101000',
    'ÀAA000101000',
  ])('is not there for %j', (rfc) => {
    expect(numberOf(rfc)).toBeUndefined();
  });
});

/** RFCs in an order of their own, the same in every run. */
function* rfcs(count: number): Generator<string> {
  let seed = 7;
  const below = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % n;
  };
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ&Ñ';
  for (let i = 0; i < count; i += 1) {
    const name = Array.from({ length: 3 + below(2) }, () => letters.charAt(below(letters.length))).join('');
    const two = (n: number): string => String(n).padStart(2, '0');
    yield `${name}${two(below(100))}${two(1 + below(12))}${two(1 + below(28))}${two(below(100))}${below(10)}`;
  }
}

describe('a table of RFCs', () => {
  it('has each row that was added, whatever was sorted at once', async () => {
    const path = join(folder, 'table');
    const builder = new RfcTableBuilder(path, { runRows: 700 });
    const expected = new Map<string, number>();
    for (const rfc of rfcs(20_000)) {
      const value = expected.size % 8;
      expected.set(rfc, Math.max(value, expected.get(rfc) ?? 0));
      const { beginning, rest } = numberOf(rfc) ?? { beginning: 0, rest: 0 };
      builder.add(beginning, rest, value);
    }
    expect(builder.finish()).toBe(expected.size);
    const table = openRfcTable(path);
    expect(table?.rows).toBe(expected.size);
    for (const [rfc, value] of expected) expect([rfc, await table?.find(rfc)]).toEqual([rfc, value]);
    expect(await table?.find('ZZZ000101ZZ0')).toBeUndefined();
    table?.close();
    expect(existsSync(`${path}.runs`)).toBe(false);
  });

  it('finds a row among a hundred thousand that begin alike', async () => {
    const path = join(folder, 'table');
    const builder = new RfcTableBuilder(path, { runRows: 30_000 });
    for (let i = 0; i < 100_000; i += 1) builder.add(5, (i * 7_919) % 100_000, i % 5);
    // All of them again: each replaces itself.
    for (let i = 0; i < 100_000; i += 1) builder.add(5, i, 6);
    expect(builder.finish()).toBe(100_000);
    const table = openRfcTable(path);
    const first = 'AAF000101000';
    expect(numberOf(first)).toEqual({ beginning: 5, rest: 0 });
    expect([await table?.find(first), await table?.find('AAF000101ZZA')]).toEqual([6, 6]);
    expect(await table?.find('AAF991231ZZA')).toBeUndefined();
    table?.close();
  });

  it('ends where more comes than any list has', () => {
    const builder = new RfcTableBuilder(join(folder, 'table'), { runRows: 4, mostRows: 10 });
    const flood = () => {
      for (let i = 0; i < 11; i += 1) builder.add(0, 0, 0);
    };
    expect(flood).toThrow(/more than 10 rows/);
    builder.dispose();
  });
});
