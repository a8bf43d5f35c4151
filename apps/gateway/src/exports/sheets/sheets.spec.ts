import { describe, expect, it } from '@jest/globals';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { until } from '#bus/testing/until';
import { begin } from './begin.js';
import { amount, moment, text, type Column } from './columns.js';
import { csvOf, harmless } from './csv.js';
import { xlsxOf } from './xlsx.js';

interface Sale {
  readonly name: string;
  readonly total: string | null;
}
const COLUMNS: readonly Column<Sale>[] = [
  text('Nombre', ({ name }) => name),
  amount('Total', ({ total }) => total),
];

async function* these(...sales: readonly Sale[]): AsyncGenerator<Sale, void, void> {
  yield* sales;
}
const bytesOf = async (sheet: Readable): Promise<Buffer> => Buffer.concat(await sheet.toArray());
const csv = async (...sales: readonly Sale[]) => bytesOf(csvOf(COLUMNS, these(...sales)));
const cells = async (...sales: readonly Sale[]) => {
  const { Sheets: sheets } = read(await bytesOf(xlsxOf('Ventas', COLUMNS, these(...sales))));
  return sheets['Ventas'] ?? {};
};

describe('a sheet as CSV', () => {
  it('is UTF-8 with its mark, commas and CRLF; amounts keep all their digits', async () => {
    const bytes = await csv(
      { name: 'Núñez, "S.A."', total: '-1234567890123456.78' },
      { name: 'a\nb', total: null },
    );
    expect(bytes.toString()).toBe(
      '\ufeffNombre,Total\r\n"Núñez, ""S.A.""",-1234567890123456.78\r\n"a\nb",\r\n',
    );
  });

  it('has its heading without any row', async () =>
    expect((await csv()).toString()).toBe('\ufeffNombre,Total\r\n'));

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@A1',
    '\t=1',
    '\r=1',
    '  =1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
    '\u200b=1',
    '\u202e=1',
  ])('has no formula: %j', async (name) => {
    const bytes = await csv({ name, total: '1' });
    const rows = parse<Record<string, string>>(bytes, {
      bom: true,
      columns: true,
      record_delimiter: '\r\n',
    });
    expect(rows).toEqual([{ Nombre: `'${name}`, Total: '1' }]);
  });

  it.each(['A=1', "'=1", 'S.A. de C.V.', '(1)', ''])('leaves other text alone: %j', (name) =>
    expect(harmless(name)).toBe(name),
  );
});

describe('a sheet as XLSX', () => {
  it('has amounts as numbers, text as text, and nothing where there is nothing', async () => {
    const sheet = await cells({ name: '=1+1', total: '-99999999999.99' }, { name: '0010', total: null });
    expect([sheet['A2'], sheet['B2']]).toMatchObject([
      { t: 's', v: '=1+1' },
      { t: 'n', v: -99_999_999_999.99 },
    ]);
    expect(sheet['A3']).toMatchObject({ t: 's', v: '0010' });
    expect([sheet['A2']?.f, sheet['B3']?.v]).toEqual([undefined, undefined]);
  });

  it('has its heading without any row', async () =>
    expect(utils.sheet_to_json(await cells(), { header: 1 })).toEqual([['Nombre', 'Total']]));

  it('has dates as what the clock of their place showed', async () => {
    const when = [moment<string>('Fecha', (row) => row)];
    const rows = async function* () {
      yield* ['2026-11-27T23:59:59', '2026-01-01T00:00:00'];
    };
    const { Sheets: sheets } = read(await bytesOf(xlsxOf('A', when, rows())));
    const { A1, A2, A3 } = sheets['A'] ?? {};
    expect(A1).toMatchObject({ v: 'Fecha' });
    // Days since the last one of 1899, as the sheet has them.
    expect(A2).toMatchObject({ t: 'n', w: '2026-11-27 23:59:59' });
    expect(A3).toMatchObject({ t: 'n', v: 46023, w: '2026-01-01 00:00:00' });
    expect((await bytesOf(csvOf(when, rows()))).toString()).toContain('\r\n2026-11-27T23:59:59\r\n');
  });

  it('keeps what XML has signs for, and cuts what no cell takes', async () => {
    const name = '<a href="x">&amp;</a> \u{1f600} ]]>';
    expect((await cells({ name, total: '1' }))['A2']?.v).toBe(name);
    const long = (await cells({ name: 'x'.repeat(40_000), total: '1' }))['A2']?.v as string;
    expect([long.length, long.endsWith('x…')]).toEqual([32_767, true]);
  });
});

/** More rows than any buffer here has room for. */
const MANY = 50_000;

/** Endless rows that tell how many were read, and whether somebody ended the reading. */
function endless() {
  const seen = { rows: 0, ended: false };
  const rows = (async function* () {
    try {
      for (;;) yield { name: `cliente ${(seen.rows += 1)}`, total: '1.00' };
    } finally {
      seen.ended = true;
    }
  })();
  return { rows, seen };
}

describe.each([
  ['CSV', (rows: AsyncIterable<Sale>) => csvOf(COLUMNS, rows)],
  ['XLSX', (rows: AsyncIterable<Sale>) => xlsxOf('Ventas', COLUMNS, rows)],
] as const)('the rows of %s', (_, sheetOf) => {
  it('are read as they are taken, and no longer once the sheet is destroyed', async () => {
    const { rows, seen } = endless();
    const sheet = sheetOf(await begin(rows));
    const chunks = sheet[Symbol.asyncIterator]();
    await chunks.next();
    // It fills what it has room for, and stops there: without an end it would soon be past any bound.
    for (let before = -1; before !== seen.rows && seen.rows < MANY; await sleep(100)) before = seen.rows;
    expect(seen.rows).toBeLessThan(MANY);
    sheet.destroy();
    await until(() => seen.ended);
  });

  it('that fail end the sheet with what happened', async () => {
    const sheet = sheetOf(
      (async function* () {
        yield { name: 'a', total: '1' };
        throw new Error('the database is gone');
      })(),
    );
    await expect(bytesOf(sheet)).rejects.toThrow('the database is gone');
  });
});

it('begin tells of what fails before the first row, before there is a sheet', async () => {
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the database is gone')) }),
  };
  await expect(begin<Sale>(failing)).rejects.toThrow('the database is gone');
});
