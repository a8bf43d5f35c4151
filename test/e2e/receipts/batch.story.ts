import { line, sale, ukelele, xochilt } from '../../support/bodies.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A point of sale that was offline sends what it has sold, all at once. */

let app: TestApp;
let shop: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  shop = await app.newOrganization(await app.newUser(), 'Tienda');
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const batch = (body: unknown, headers: Record<string, string> = {}, language?: 'es' | 'en') =>
  app.api('POST', '/receipts/batch', body, { key: shop.key, headers, ...(language && { language }) });
const send = async (receipts: readonly unknown[], headers = {}): Promise<Json[]> => {
  const { status, body } = await batch({ receipts }, headers);
  expect(status).toBe(200);
  return body.data as Json[];
};
const countOf = async (externalId: string): Promise<number> =>
  (await app.get(`/receipts?external_id=${externalId}`, { key: shop.key })).total_results as number;

describe('a batch', () => {
  it('makes each receipt, in the order sent, and can be read at once', async () => {
    const { id: product } = await app.post('/products', { ...ukelele, price: 10 }, { key: shop.key });
    const entries = await send([
      sale({ external_id: 'A-1' }),
      sale({ items: [{ product, quantity: 3 }], customer: xochilt }),
      sale({ folio_number: 70_000 }),
      sale(),
    ]);
    expect(entries.map(({ index, status }) => [index, status])).toEqual([
      ...[0, 1, 2, 3].map((index) => [index, 'created']),
    ]);
    expect(entries[0]?.receipt).toMatchObject({ external_id: 'A-1', status: 'open' });
    expect(entries[1]?.receipt).toMatchObject({ total: 30, customer_info: { tax_id: xochilt.tax_id } });
    expect(entries[2]?.receipt.folio_number).toBe(70_000);
    const read = await app.get(`/receipts/${entries[3]?.receipt.id}`, { key: shop.key });
    expect(read).toEqual(entries[3]?.receipt);
    // They are receipts as any: changed and canceled.
    const canceled = await app.del(`/receipts/${entries[0]?.receipt.id}`, { key: shop.key });
    expect(canceled.status).toBe('canceled');
  });

  it('stops for none that is wrong, and tells what is wrong inside of it', async () => {
    const { body } = await batch(
      {
        receipts: [
          sale({ items: [line({ price: 'caro' })] }),
          sale(),
          'no es un recibo',
          sale({ payment_form: '77' }),
          sale({ items: [{ product: '6743f1c2a1b2c3d4e5f60718' }] }),
          null,
        ],
      },
      {},
      'es',
    );
    const [price, good, text, form, product, nothing] = body.data as Json[];
    expect(price).toEqual({
      index: 0,
      status: 'error',
      error: expect.objectContaining({
        ...{ ok: false, status: 400, code: 'invalid_request', location: 'body' },
        path: 'items.0.product.price',
        message: expect.stringContaining('items.0.product.price'),
        errors: [expect.objectContaining({ code: 'invalid_type', path: 'items.0.product.price' })],
      }),
    });
    expect(good?.status).toBe('created');
    expect(text?.error).toMatchObject({ code: 'invalid_request' });
    expect(form?.error).toMatchObject({ path: 'payment_form' });
    expect(nothing?.error).toMatchObject({ code: 'invalid_request', path: 'items' });
    expect(product?.error).toMatchObject({ code: 'product_not_found', path: 'items.0.product' });
  });

  it('is refused only where it is none', async () => {
    for (const [body, code] of [
      [{}, 'required'],
      [{ receipts: [] }, 'invalid_length'],
      [{ receipts: Array.from({ length: 1_001 }, () => ({})) }, 'invalid_length'],
      [{ receipts: 'x' }, 'invalid_type'],
    ] as const) {
      const answer = await batch(body, {}, 'en');
      expect([answer.status, answer.body.code, answer.body.path, answer.body.errors[0].code]).toEqual([
        ...[400, 'invalid_request', 'receipts', code],
      ]);
    }
    const nobody = await app.api(
      'POST',
      '/receipts/batch',
      { receipts: [sale()] },
      { key: 'sk_test_nobody' },
    );
    expect(nobody.status).toBe(401);
  });

  it('makes one receipt of an idempotency key, sent before, twice here, or again', async () => {
    const before = await app.post('/receipts', sale({ idempotency_key: 'k-0' }), { key: shop.key });
    const receipts = [
      sale({ idempotency_key: 'k-0' }),
      sale({ idempotency_key: 'k-1', external_id: 'once' }),
      sale({ idempotency_key: 'k-1', external_id: 'once' }),
    ];
    const first = await send(receipts);
    expect(first.map(({ status }) => status)).toEqual(['existing', 'created', 'existing']);
    expect(first[0]?.receipt.id).toBe(before.id);
    expect(first[2]?.receipt).toEqual(first[1]?.receipt);
    const again = await send(receipts);
    expect(again.map(({ status }) => status)).toEqual(['existing', 'existing', 'existing']);
    expect(again.map(({ receipt }) => receipt)).toEqual(first.map(({ receipt }) => receipt));
    expect(await countOf('once')).toBe(1);
  });

  it('with an Idempotency-Key makes nothing twice', async () => {
    const headers = { 'idempotency-key': 'lote-7' };
    const receipts = [sale({ external_id: 'lote-7' }), sale({ payment_form: '77' })];
    const answers = await Promise.all([1, 2].map(() => batch({ receipts }, headers)));
    const third = await batch({ receipts }, headers);
    const ids = [...answers, third].map(({ body }) => body.data[0].receipt.id as string);
    expect(new Set(ids).size).toBe(1);
    expect(third.headers.get('idempotent-replayed')).toBe('true');
    expect(third.body.data.map(({ status }: Json) => status)).toEqual(['created', 'error']);
    expect(await countOf('lote-7')).toBe(1);
    const other = await batch({ receipts: [sale()] }, headers);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_in_use']);
  });

  it('of hundreds gives each its own folio and key', async () => {
    const entries = await send(Array.from({ length: 250 }, () => sale()));
    expect(entries.every(({ status }) => status === 'created')).toBe(true);
    const folios = entries.map(({ receipt }) => receipt.folio_number as number);
    expect(new Set(folios).size).toBe(250);
    expect(new Set(entries.map(({ receipt }) => receipt.key)).size).toBe(250);
    expect(Math.max(...folios) - Math.min(...folios)).toBe(249);
  });
});
