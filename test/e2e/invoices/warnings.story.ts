import { innovacion, invoice, line, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What is taken, and is probably not what was meant: in every answer to who makes an invoice. */

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const known = { description: 'Cuerda', product_key: '60131324', unit_key: 'ZZZ', price: 3.5, sku: 'W-1' };
  await app.post('/products', known);
});
afterAll(() => app.close());

const yesterday = (): string => new Date(Date.now() - 24 * 3_600_000).toISOString();
/** An invoice of which everything is doubtful that can be seen in it. */
const doubtful = (fields: object = {}) =>
  invoice({
    ...{ currency: 'USD', exchange: 1, date: yesterday() },
    items: [line({ price: 350, sku: 'W-1', product_key: '99999999', unit_key: 'ZZZ' })],
    ...fields,
  });
const OF_DOUBTFUL = [
  'date date_in_the_past',
  'exchange exchange_is_one',
  'items.product.price price_unusual',
  'items.product.product_key product_key_not_found',
  'items.product.unit_key unit_key_not_found',
];
/** Without the number of the item. */
const short = (warnings: Json[]): string[] =>
  warnings.map(({ path, code }) => `${String(path).replace(/\[0\]|\.0/, '')} ${code}`).sort();
const create = (body: object, options: object = {}): Promise<Answer> =>
  app.api('POST', '/invoices', body, options);

describe('the answer to a create', () => {
  it('has no warnings where nothing is doubtful, and says so', async () => {
    for (const more of [{}, { status: 'draft' }, { async: true }]) {
      const { status, body } = await create(invoice(more));
      expect([status, body.warnings]).toEqual([200, []]);
    }
  });

  it('has them in the language asked for, and the invoice is stamped all the same', async () => {
    const [spanish, english] = [
      await create(doubtful(), { language: 'es' }),
      await create(doubtful(), { language: 'en' }),
    ];
    for (const { body } of [spanish, english]) {
      expect(body.status).toBe('valid');
      expect(short(body.warnings as Json[])).toEqual(OF_DOUBTFUL);
      expect(Object.keys(body.warnings[0] as object)).toEqual(['path', 'code', 'message']);
    }
    expect(spanish.body.warnings[0].message).toBe(
      'El tipo de cambio es 1 y la moneda es USD: el comprobante dirá que un USD vale un peso.',
    );
    expect(english.body.warnings[0].message).toContain('one USD is worth one MXN');
  });

  it('has them for drafts and for what is stamped later, too', async () => {
    for (const more of [{ status: 'draft' }, { async: true }])
      expect(short((await create(doubtful(more))).body.warnings as Json[])).toEqual(OF_DOUBTFUL);
  });

  it('is the same when the request comes again', async () => {
    for (const status of ['pending', 'draft']) {
      const headers = { 'idempotency-key': `warned-${status}` };
      const body = doubtful({ status });
      const [first, again] = [await create(body, { headers }), await create(body, { headers })];
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
    }
  });

  it('has the tag of the invoice, of which warnings are no part', async () => {
    const { headers, body } = await create(doubtful());
    const read = await app.api('GET', `/invoices/${body.id}`);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    const { warnings: _, ...stored } = body;
    expect(read.body).toEqual(stored);
  });

  it('warns of a receiver that no register has confirmed, until one has', async () => {
    const { id } = await app.post('/customers?createEditLink=true', innovacion);
    const draft = await app.post('/invoices', invoice({ customer: id, status: 'draft' }));
    expect(short(draft.warnings as Json[])).toEqual(['customer receiver_not_validated']);
    // Stamping asks the register.
    expect((await create(invoice({ customer: id }))).body).toMatchObject({ status: 'valid', warnings: [] });
    const foreign = { legal_name: 'ACME', address: { country: 'USA' } };
    for (const customer of [foreign, universidad])
      expect((await create(invoice({ customer, status: 'draft' }))).body.warnings).toEqual([]);
  });
});

it('a copy and an edited draft are warned of as a new one', async () => {
  const { id } = await app.post('/customers?createEditLink=true', xochilt);
  const draft = await app.post('/invoices', invoice({ customer: id, status: 'draft' }));
  const edited = await app.put(`/invoices/${draft.id}`, { currency: 'USD', exchange: 1, date: yesterday() });
  const expected = ['customer receiver_not_validated', 'exchange exchange_is_one'];
  expect(short(edited.warnings as Json[])).toEqual([expected[0], 'date date_in_the_past', expected[1]]);
  const copy = await app.post(`/invoices/${draft.id}/copy`);
  // A copy is made without the date.
  expect(short(copy.warnings as Json[])).toEqual(expected);
});

describe('a preview', () => {
  const preview = (body: object, path = ''): Promise<Answer> =>
    app.api('POST', `/invoices/preview${path}`, body, { language: 'en' });

  it('has the warnings of the create that it is for', async () => {
    const { body } = await preview(doubtful());
    expect(short(body.warnings as Json[])).toEqual(OF_DOUBTFUL);
    expect((await create(doubtful(), { language: 'en' })).body.warnings).toEqual(body.warnings);
    expect((await preview(invoice())).body.warnings).toEqual([]);
    expect((await preview({})).body.warnings).toEqual([]);
    expect((await preview(invoice({ customer: 'a'.repeat(24) }))).body.warnings).toEqual([]);
  });

  it('does not warn of what it refuses', async () => {
    const { body } = await preview(invoice({ date: new Date(Date.now() - 80 * 3_600_000).toISOString() }));
    expect(body.problems).toMatchObject([{ path: 'date', code: 'too_small' }]);
    expect(body.warnings).toEqual([]);
  });

  it('as PDF has their codes in a header, and its URL has them beside it', async () => {
    const { headers } = await preview(doubtful(), '/pdf');
    const codes = (headers.get('x-service-warnings') ?? '').split(', ').map((one) => one.split(';')[0]);
    expect([...codes].sort()).toEqual(OF_DOUBTFUL.map((one) => one.split(' ')[1]).sort());
    expect(headers.get('x-service-warnings')).toContain('exchange_is_one;path="exchange"');
    expect((await preview(invoice(), '/pdf')).headers.get('x-service-warnings')).toBeNull();
    const { body } = await preview(doubtful(), '/pdf/download-url');
    expect(short(body.warnings as Json[])).toEqual(OF_DOUBTFUL);
  });
});
