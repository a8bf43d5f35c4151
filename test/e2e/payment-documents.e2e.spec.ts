import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { universidad } from '../support/bodies.js';

/** What payments (type P) say of the invoices that they pay, when these are our own. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());

const ppd = (over: object = {}): Promise<Json> =>
  app.post('/invoices', {
    customer: universidad,
    items: [{ product: { description: 'Curso', product_key: '86101700', price: 1160 } }],
    payment_form: '99',
    payment_method: 'PPD',
    use: 'G03',
    ...over,
  });
const pay = (data: unknown, over: object = {}) =>
  app.api('POST', '/invoices', {
    type: 'P',
    customer: universidad,
    complements: [{ type: 'pago', data }],
    ...over,
  });
const said = ({ complements }: Json): Json[] =>
  complements[0].data.flatMap(({ related_documents: documents }: Json) =>
    documents.map(({ installment, last_balance }: Json) => [installment, last_balance]),
  );

describe('an invoice that one complement pays twice', () => {
  const of = (...related_documents: object[]) => ({ payment_form: '03', related_documents });

  it('is followed whether it goes by its id or by its UUID, in either case', async () => {
    const { id, uuid } = await ppd();
    const parts = [
      { invoice: id, amount: 50 },
      { uuid: uuid.toLowerCase(), amount: 60 },
      { invoice: uuid, amount: 70 },
    ];
    const paid = await pay(of(...parts));
    expect([paid.status, said(paid.body)]).toEqual([
      200,
      [
        [1, 1160],
        [2, 1110],
        [3, 1050],
      ],
    ]);
    expect(await app.get(`/invoices/${id}`)).toMatchObject({ amount_due: 980 });
  });

  it('is followed from one payment to the next', async () => {
    const { id, uuid } = await ppd();
    const paid = await pay([of({ invoice: id, amount: 50 }), of({ uuid, amount: 60 })]);
    expect(said(paid.body)).toEqual([
      [1, 1160],
      [2, 1110],
    ]);
    const over = await pay([of({ invoice: id, amount: 50 }), of({ uuid, amount: 1001 })]);
    expect(over.body.errors).toMatchObject([
      {
        code: 'amount_exceeds_related_document_balance',
        path: 'complements[0].data[1].related_documents[0].amount',
      },
    ]);
  });
});

describe('what is known of an own invoice', () => {
  const full = (uuid: string, over: object = {}) => ({
    payment_form: '03',
    related_documents: [{ uuid, amount: 116, installment: 1, last_balance: 1160, ...over }],
  });
  const at = (rest: string) => `complements[0].data[0].${rest}`;

  it('is its currency: no other can be said for it', async () => {
    const { uuid } = await ppd();
    const other = await pay(full(uuid, { currency: 'USD', exchange: 0.05 }));
    expect(other).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_value', path: at('related_documents[0].currency') }] },
    });
    expect((await pay(full(uuid, { currency: 'mxn' }))).status).toBe(200);
  });

  it('is that it was canceled, however it is named, and when a draft is stamped', async () => {
    const { id, uuid } = await ppd();
    const draft = await app.post('/invoices', {
      ...{ type: 'P', customer: universidad, status: 'draft' },
      complements: [{ type: 'pago', data: full(uuid) }],
    });
    await app.del(`/invoices/${id}?motive=02`);
    const answers = [
      await pay({ payment_form: '03', invoice: id, amount: 116 }),
      await pay({ payment_form: '03', related_documents: [{ invoice: uuid, amount: 116 }] }),
      await pay(full(uuid)),
      await app.api('POST', `/invoices/${draft.id}/stamp`),
    ];
    expect(
      answers.map(({ status, body }) => [status, body.errors.map(({ code, path }: Json) => [code, path])]),
    ).toEqual([
      [400, [['not_allowed', at('invoice')]]],
      [400, [['not_allowed', at('related_documents[0].invoice')]]],
      [400, [['not_allowed', at('related_documents[0].uuid')]]],
      [400, [['not_allowed', at('related_documents[0].uuid')]]],
    ]);
  });
});
