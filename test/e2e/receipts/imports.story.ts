import { setTimeout as sleep } from 'node:timers/promises';
import { sale, ukelele } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A chain of shops exports what it has sold, and imports the file. */

let app: TestApp;
let user: string;
let shop: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
  shop = await app.newOrganization(user, 'Tienda');
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const upload = (
  text: string | Buffer,
  { type = 'text/csv', key = shop.key, language = 'es' } = {},
): Promise<Answer> =>
  app.api('POST', '/receipts/import', Buffer.isBuffer(text) ? text : Buffer.from(text), {
    ...{ key, language, headers: { 'content-type': type } },
  });
/** The import once it has finished. */
async function finish({ status, body }: Answer, key = shop.key): Promise<Json> {
  expect([202, body.code]).toEqual([status, undefined]);
  for (;;) {
    const now = await app.get(`/receipts/imports/${body.id}`, { key });
    if (now.status === 'finished') return now;
    await sleep(20);
  }
}
const receiptOf = async (externalId: string): Promise<Json> => {
  const { data } = await app.get(`/receipts?external_id=${encodeURIComponent(externalId)}`, {
    key: shop.key,
  });
  expect(data).toHaveLength(1);
  return data[0];
};
const refused = ({ status, body }: Answer) => [status, body.code, body.errors[0]?.code, body.path];

const HEADING = 'ticket,fecha,forma de pago,descripción,clave producto,cantidad,precio';
const row = (ticket: string, more = '01,Taza,52152101,1,116.00') => `${ticket},,${more}`;

describe('a file of rows', () => {
  it('is a receipt for each ticket, and the file is one job however often it is sent', async () => {
    const text = [HEADING, row('T-1'), row('T-1', '01,Plato,52152101,2,58'), row('T-2'), ''].join('\n');
    const first = await upload(text);
    const done = await finish(first);
    expect(done).toMatchObject({
      ...{ status: 'finished', format: 'csv', lines: 3, receipts: 2, bytes: Buffer.byteLength(text) },
      ...{ processed: 2, created: 2, existing: 0, failed: 0, errors: [], has_more: false },
      finished_at: expect.any(String),
    });
    expect(await receiptOf('T-1')).toMatchObject({ total: 232, items: [{ quantity: 1 }, { quantity: 2 }] });
    const again = await upload(text);
    expect([again.status, again.body]).toEqual([200, done]);
    await receiptOf('T-2');
    const { data } = await app.get('/receipts/imports', { key: shop.key });
    const { errors: _, has_more: __, ...listed } = done;
    expect(data).toEqual([listed]);
  });

  it('are listed as everything is, the newest first: by pages and by cursors', async () => {
    const own = await app.newOrganization(user, 'Papelería');
    const made: string[] = [];
    for (const price of [1, 2, 3]) {
      const text = `${HEADING}\n${row('L-1', `01,Taza,52152101,1,${price}`)}\n`;
      made.unshift((await upload(text, { key: own.key })).body.id as string);
    }
    const list = (query: string): Promise<Json> => app.get(`/receipts/imports?${query}`, { key: own.key });
    const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id as string);
    const second = await list('limit=2&page=2');
    expect(second).toMatchObject({ page: 2, total_pages: 2, total_results: 3, totals_are_capped: false });
    expect(idsOf(second)).toEqual(made.slice(2));
    const first = await list('limit=2&pagination=cursor');
    expect([idsOf(first), first.previous_cursor]).toEqual([made.slice(0, 2), null]);
    const next = await list(`limit=2&after=${String(first.next_cursor)}`);
    expect([idsOf(next), next.next_cursor]).toEqual([made.slice(2), null]);
    expect(idsOf(await list(`limit=2&before=${String(next.previous_cursor)}`))).toEqual(made.slice(0, 2));
  });

  it('is read as Mexican sheets write it', async () => {
    const { id } = await app.post('/products', { ...ukelele, price: 10, sku: 'UKE-9' }, { key: shop.key });
    const text = [
      'Folio de Venta;FECHA;Forma de Pago;Descripción;Clave SAT;Unidad;Precio unitario;IVA;Producto;Sucursal',
      'S-1;26/11/2026 10:05;4;"Café ""de olla""\nmolido";50201706;Bolsa;1.234,50;exento;;Centro',
      'S-2;;01 - Efectivo;Árbol;52152101;;$ 99,90;16%;;',
      `S-3;;01;;;;;;${id};`,
      'S-4;;01;;;;;;UKE-9;',
      ';;;;;;;;;',
    ].join('\r\n');
    const done = await finish(await upload(Buffer.from(text, 'latin1')));
    expect(done).toMatchObject({ lines: 4, created: 4, failed: 0 });
    expect(await receiptOf('S-1')).toMatchObject({
      ...{ total: 1234.5, payment_form: '04', branch: 'Centro', date: '2026-11-26T16:05:00.000Z' },
      items: [{ product: { description: 'Café "de olla"\nmolido', taxes: [{ factor: 'Exento' }] } }],
    });
    expect(await receiptOf('S-2')).toMatchObject({ total: 99.9, payment_form: '01' });
    for (const ticket of ['S-3', 'S-4'])
      expect(await receiptOf(ticket)).toMatchObject({ total: 10, items: [{ product: { id } }] });
  });

  it('tells what is wrong with a line by its number and its column, and imports the others', async () => {
    const text = [
      HEADING,
      row('W-1'),
      row('W-2', '01,Taza,52152101,1,caro'),
      row('W-3', '77,Taza,52152101,1,1'),
      row('W-4', '01,Taza,ABC,1,1'),
      row('W-5', '01,Taza'),
      'W-6,31/31/2026,01,Taza,52152101,1,1',
      row('W-7', '01,"Taza\nde barro",52152101,0,1'),
      row('W-8', '01,Taza,52152101,1,1'),
      row('W-8', '02,Taza,52152101,1,1'),
      row('W-9', '01,Plato,52152101,1,1'),
    ].join('\n');
    const { id, ...done } = await finish(await upload(`\uFEFF${text}`));
    expect(done).toMatchObject({ lines: 10, receipts: 9, created: 2, failed: 7 });
    expect(done.errors.map(({ line, code, path }: Json) => [line, code, path])).toEqual([
      [3, 'invalid_request', 'precio'],
      [4, expect.any(String), 'forma de pago'],
      [5, expect.any(String), 'clave producto'],
      [6, 'invalid_request', undefined],
      [7, expect.any(String), 'fecha'],
      [8, 'invalid_request', 'cantidad'],
      [10, 'invalid_request', 'forma de pago'],
    ]);
    expect(done.errors[0].message).toBe(
      'El valor "caro" de la columna "precio" no es un número claro: escríbalo como 1234.50.',
    );
    const english = await app.get(`/receipts/imports/${id}`, { key: shop.key, language: 'en' });
    expect(english.errors[0].message).toContain('is not a clear number');
  });

  it('is refused whole, with nothing imported, where it cannot be read', async () => {
    const { total_results: before } = await app.get('/receipts', { key: shop.key });
    const cases: readonly [string | Buffer, string, string, string | undefined][] = [
      ['', 'receipt_import_unreadable', 'required', undefined],
      [HEADING, 'receipt_import_unreadable', 'required', undefined],
      [`${HEADING},colour\n`, 'receipt_import_unreadable', 'unknown_field', 'colour'],
      [`${HEADING},Precio\n`, 'receipt_import_unreadable', 'invalid_value', 'Precio'],
      [`${HEADING}\n${row('U-1')}\n"U-2,`, 'receipt_import_unreadable', 'invalid_format', undefined],
      [`${HEADING}\n${row('U-1')}\n"U"2,`, 'receipt_import_unreadable', 'invalid_format', undefined],
      [
        Buffer.from([0x61, 0xc3, 0xa9, 0x2c, 0xff, 0x0a]),
        'receipt_import_unreadable',
        'invalid_format',
        undefined,
      ],
    ];
    for (const [text, code, problem, path] of cases)
      expect(refused(await upload(text))).toEqual([400, code, problem, path]);
    const wrongType = await upload('{}', { type: 'text/plain' });
    expect([wrongType.status, wrongType.body.code]).toEqual([415, 'unsupported_media_type']);
    expect(wrongType.body.message).toContain('"text/csv" o "application/x-ndjson"');
    const json = await app.api('POST', '/receipts/import', {}, { key: shop.key });
    expect(json.status).toBe(415);
    const nobody = await upload(HEADING, { key: 'sk_test_nobody' });
    expect(nobody.status).toBe(401);
    const { total_results: after } = await app.get('/receipts', { key: shop.key });
    expect(after).toBe(before);
  });
});

describe('a file of JSON lines', () => {
  const ndjson = (lines: readonly unknown[]) =>
    lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');

  it('has a receipt in each line, as POST /receipts takes it', async () => {
    await app.post('/receipts', sale({ idempotency_key: 'n-0' }), { key: shop.key });
    const text = ndjson([
      sale({ idempotency_key: 'n-0' }),
      sale({ external_id: 'N-1', idempotency_key: 'n-1' }),
      '',
      '{"items": [',
      sale({ total: 5 }),
      sale({ idempotency_key: 'n-1' }),
      sale({ folio_number: 91_000 }),
    ]);
    const done = await finish(await upload(text, { type: 'application/x-ndjson; charset=utf-8' }));
    expect(done).toMatchObject({ format: 'ndjson', lines: 6, created: 2, existing: 2, failed: 2 });
    expect(done.errors.map(({ line, code, path }: Json) => [line, code, path])).toEqual([
      [4, 'invalid_json', undefined],
      [5, 'invalid_request', 'total'],
    ]);
    await receiptOf('N-1');
  });

  it('is in one global invoice with one more request', async () => {
    const mine = await app.newOrganization(user, 'Global');
    const key = mine.key;
    const text = ndjson([sale(), sale(), sale({ payment_form: '04' })]);
    const { id } = await finish(await upload(text, { type: 'application/x-ndjson', key }), key);
    await app.post('/receipts', sale(), { key });
    const ask = (body: object, of = key) =>
      app.api('POST', '/receipts/global-invoice', { periodicity: 'day', ...body }, { key: of });
    const dry = await ask({ import: id, dry_run: true });
    expect(dry.body).toMatchObject({ dry_run: true, receipts: 3 });
    const made = await ask({ import: id });
    expect([made.status, made.body.status]).toEqual([200, 'valid']);
    const none = await ask({ import: id });
    expect([none.status, none.body.code]).toEqual([404, 'receipt_not_found']);
    const others = await ask({ import: id }, shop.key);
    expect([others.status, others.body.code]).toEqual([400, 'receipt_import_not_found']);
    const both = await ask({ import: id, receipts: [id] });
    expect(refused(both)).toEqual([400, 'invalid_request', 'not_allowed', 'import']);
    expect((await app.get('/receipts?status=open', { key })).total_results).toBe(1);
  });
});

describe('an import', () => {
  it('is nothing to other organizations, and in the other environment', async () => {
    const text = `${HEADING}\n${row('X-1')}`;
    const { id } = await finish(await upload(text));
    const other = await app.newOrganization(user, 'Otra');
    const { status, body } = await app.api('GET', `/receipts/imports/${id}`, undefined, {
      ...{ key: other.key, language: 'en' as const },
    });
    expect([status, body.code, body.message]).toEqual([
      ...[404, 'receipt_import_not_found', 'The import of receipts was not found.'],
    ]);
    expect((await app.get('/receipts/imports', { key: other.key })).data).toEqual([]);
    // The same bytes are an import of its own there.
    const theirs = await finish(await upload(text, { key: other.key }), other.key);
    expect(theirs.id).not.toBe(id);
    const nothing = await app.api('GET', '/receipts/imports/abc', undefined, { key: shop.key });
    expect([nothing.status, nothing.body.code]).toEqual([404, 'receipt_import_not_found']);
  });
});
