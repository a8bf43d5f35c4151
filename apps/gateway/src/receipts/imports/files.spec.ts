import { describe, expect, it } from '@jest/globals';
import { HttpRefusal } from '#http';
import { COLUMNS, readHeading } from './columns.js';
import { openSheet, type Row } from './csv.js';
import { receiptsOfLines } from './ndjson.js';
import { receiptsOfRows, type FileReceipt } from './rows.js';

/** A file as it comes, in pieces of so many bytes. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const rowsOf = async (text: string | Buffer, size = 7, charset?: string): Promise<Row[]> =>
  all((await openSheet(inPieces(Buffer.from(text as string), size), charset)).rows);
const cellsOf = async (...of: Parameters<typeof rowsOf>) => (await rowsOf(...of)).map(({ cells }) => cells);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: unknown) =>
      error instanceof HttpRefusal ? [error.refusal.code, error.refusal.details?.[0]?.params] : error,
  );

describe('the text of a file', () => {
  const text = 'descripción,precio\nPiñata “grande”,1 €\n';
  const expected = [
    ['descripción', 'precio'],
    ['Piñata “grande”', '1 €'],
  ];
  const latin = Buffer.from(
    [...'descripci\xf3n,precio\nPi\xf1ata \x93grande\x94,1 \x80\n'].map((one) => one.charCodeAt(0)),
  );

  it.each([1, 2, 3, 5, 64, 1000])(
    'is the same in pieces of %d bytes, whatever it is written in',
    async (size) => {
      expect(await cellsOf(text, size)).toEqual(expected);
      expect(await cellsOf(`\uFEFF${text}`, size)).toEqual(expected);
      expect(await cellsOf(latin, size)).toEqual(expected);
      expect(await cellsOf(latin, size, 'iso-8859-1')).toEqual(expected);
      expect(await cellsOf(Buffer.from(`\uFEFF${text}`, 'utf16le'), size)).toEqual(expected);
    },
  );

  it('that begins plain may turn out to be either', async () => {
    const plain = 'a,b\n'.repeat(50);
    expect((await cellsOf(Buffer.from(`${plain}\xf1,x\n`, 'latin1'))).at(-1)).toEqual(['ñ', 'x']);
    expect((await cellsOf(`${plain}ñ,x\n`)).at(-1)).toEqual(['ñ', 'x']);
  });

  it('is refused where it is no text, or both', async () => {
    const both = Buffer.concat([Buffer.from('é,b\n'), Buffer.from([0xf1, 0x2c, 0x62])]);
    for (const size of [1, 3, 100]) {
      expect(await codeOf(rowsOf(both, size))).toEqual(['receipt_import_unreadable', undefined]);
      expect(await codeOf(rowsOf(Buffer.from('a,b\0\n'), size))).toEqual([
        'receipt_import_unreadable',
        undefined,
      ]);
    }
    expect(await codeOf(rowsOf('a,b', 3, 'ebcdic'))).toEqual(['receipt_import_unreadable', undefined]);
  });
});

describe('the rows of a file', () => {
  it.each([',', ';', '\t', '|'])('are parted by "%s" where the heading is', async (mark) => {
    const text = [`fecha${mark}"pre,c;io"`, `x${mark}"1${mark}2"`].join('\r\n');
    expect(await cellsOf(text)).toEqual([
      ['fecha', 'pre,c;io'],
      ['x', `1${mark}2`],
    ]);
  });

  it('know the line that they begin in, also after breaks inside of quotes and blank lines', async () => {
    const rows = await rowsOf('\r\na,b\r\n\r\n"x\r\ny\nz",1\r\n,\r\n2,3\r\n\r\n');
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, 'a'],
      [4, 'x\ny\nz'],
      [8, '2'],
    ]);
  });

  it('are refused with their line where quotes are wrong, or never end', async () => {
    expect(await codeOf(rowsOf('a,b\n1,2\n"3'))).toEqual(['receipt_import_unreadable', { line: 3 }]);
    expect(await codeOf(rowsOf('a,b\n1,"2"3\n'))).toEqual(['receipt_import_unreadable', { line: 2 }]);
    expect(await codeOf(rowsOf(`a,b\n1,"${'x'.repeat(300_000)}`, 65_536))).toEqual([
      'receipt_import_unreadable',
      { line: 2 },
    ]);
  });
});

describe('a heading', () => {
  it('is understood in both languages, without regard to case, accents and signs', () => {
    const read = readHeading([
      'FECHA',
      'Forma de Págo',
      'Clave-Unidad',
      'unit_name',
      'Precio con IVA',
      'price',
      '',
      '',
    ]);
    expect(read).toMatchObject({
      ok: true,
      value: {
        columns: ['date', 'payment_form', 'unit_key', 'unit_name', 'tax_included', 'price'],
        byField: { date: 'FECHA', 'items.product.price': 'price', 'items.product.unit_key': 'Clave-Unidad' },
      },
    });
  });

  it('names every column by one name alone', () => {
    expect(readHeading(COLUMNS)).toMatchObject({ ok: true, value: { columns: COLUMNS } });
  });

  it('is refused for a column that nobody knows, or twice, or where there is no price', () => {
    const problems = (cells: string[]) => {
      const read = readHeading(cells);
      return read.ok ? [] : (read.refusal.details ?? []).map(({ code, path }) => [code, path]);
    };
    expect(problems(['precio', 'presio', ''])).toEqual([['unknown_field', 'presio']]);
    expect(problems(['precio', '', 'fecha'])).toEqual([['unknown_field', '']]);
    expect(problems(['precio', 'Price'])).toEqual([['invalid_value', 'Price']]);
    expect(problems(['fecha'])).toEqual([['required', 'price']]);
  });
});

describe('the receipts of a file', () => {
  const receiptsOf = async (text: string): Promise<FileReceipt[]> =>
    all(receiptsOfRows(await openSheet(inPieces(Buffer.from(text), 11), undefined)));

  it('are one for each row, or for rows of one ticket that follow each other', async () => {
    const receipts = await receiptsOf('ticket,precio\nA,1\nA,2\nB,3\nA,4\n,5\n,6\n');
    expect(receipts.map(({ line, lines, rows }) => [line, lines, rows?.items.length])).toEqual([
      ...[
        [2, 2, 2],
        [4, 1, 1],
        [5, 1, 1],
        [6, 1, 1],
        [7, 1, 1],
      ],
    ]);
  });

  it('of a row without an end is refused for its width', async () => {
    const [receipt] = await receiptsOf(`precio\n1${','.repeat(3000)}x\n`);
    expect(receipt?.problems).toMatchObject([{ params: { cells: 1001, columns: 1 } }]);
    const [plain] = await receiptsOf(`precio\n1${','.repeat(3000)}\n`);
    expect(plain?.problems).toEqual([]);
  });

  it('of one ticket without an end are refused, and not kept', async () => {
    const row = `A,${'x'.repeat(200_000)},1\n`;
    const text = `ticket,descripcion,precio\n${row.repeat(25)}B,x,1\n`;
    const receipts = await all(
      receiptsOfRows(await openSheet(inPieces(Buffer.from(text), 65_536), undefined)),
    );
    expect(receipts.map(({ line, lines, size, problems }) => [line, lines, size, problems[0]?.code])).toEqual(
      [
        [2, 25, 25 * 200_002, 'too_large'],
        [27, 1, 3, undefined],
      ],
    );
    expect(receipts[0]?.rows?.items.length).toBeLessThan(25);
  });

  it('have the taxes that their rows name', async () => {
    const taxes = async (cells: string) => {
      const [receipt] = await receiptsOf(`precio,iva,ieps,retención isr,retención iva\n1,${cells}\n`);
      const { product } = (receipt?.rows?.items[0] ?? {}) as { product: Record<string, unknown> };
      return product.taxes ?? product.taxability;
    };
    expect(await taxes(',,,')).toBeUndefined();
    expect(await taxes('no objeto,,,')).toBe('01');
    expect(await taxes('exento,,,')).toEqual([{ type: 'IVA', factor: 'Exento' }]);
    expect(await taxes(',8%,,')).toEqual([
      { type: 'IVA', rate: 0.16 },
      { type: 'IEPS', rate: 0.08 },
    ]);
    expect(await taxes('16,,1.25,10.6667')).toEqual([
      { type: 'IVA', rate: 0.16 },
      { type: 'IVA', withholding: true, rate: 0.106667 },
      { type: 'ISR', withholding: true, rate: 0.0125 },
    ]);
  });

  it.each([
    ['1', '01'],
    ['01 - Efectivo', '01'],
    ['3 - Transferencia', '03'],
    ['28', '28'],
    ['77x', '77x'],
  ])('are paid in the form that %s begins with', async (cell, form) => {
    const [receipt] = await receiptsOf(`forma de pago,precio\n${cell},1\n`);
    expect(receipt?.rows).toMatchObject({ payment_form: form });
  });

  it('of JSON are counted by their lines, of which many may be empty', async () => {
    const text = `\n\r\n{"a":1}\n${'\n'.repeat(200_000)}  \t\n{"a":2}`;
    const receipts = await all(receiptsOfLines(inPieces(Buffer.from(text), 65_536)));
    expect(receipts.map(({ line, body }) => [line, body])).toEqual([
      [3, { a: 1 }],
      [200_005, { a: 2 }],
    ]);
  });

  it('of JSON are one for each line, and a wrong one stops no other', async () => {
    const text = `\uFEFF{"a":1}\r\n\r\n{"a":\n${'x'.repeat(1_100_000)}\n{"a":2}`;
    const receipts = await all(receiptsOfLines(inPieces(Buffer.from(text), 65_536)));
    expect(
      receipts.map(({ line, body, refusal }) => [line, body ?? [refusal?.code, refusal?.details?.[0]?.code]]),
    ).toEqual([
      [1, { a: 1 }],
      [3, ['invalid_json', 'invalid_json']],
      [4, ['invalid_request', 'too_large']],
      [5, { a: 2 }],
    ]);
  });
});
