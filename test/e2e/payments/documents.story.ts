import { startApp, type Json, type TestApp } from '../../support/app.js';
import { inParts, payment, universidad } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What payments (type P) say of the invoices that they pay, when these are our own. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ppd = (over: object = {}): Promise<Json> => app.post('/invoices', inParts(over));
const pay = (data: unknown, over: object = {}) => app.api('POST', '/invoices', payment(data, over));
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
        path: 'complements.0.data.1.related_documents.0.amount',
      },
    ]);
  });
});

describe('what is known of an own invoice', () => {
  const full = (uuid: string, over: object = {}) => ({
    payment_form: '03',
    related_documents: [{ uuid, amount: 116, installment: 1, last_balance: 1160, ...over }],
  });
  const at = (rest: string) => `complements.0.data.0.${rest}`;

  it('is its currency: no other can be said for it', async () => {
    const { uuid } = await ppd();
    const other = await pay(full(uuid, { currency: 'USD', exchange: 0.05 }));
    expect(other).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_value', path: at('related_documents.0.currency') }] },
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
      [400, [['not_allowed', at('related_documents.0.invoice')]]],
      [400, [['not_allowed', at('related_documents.0.uuid')]]],
      [400, [['not_allowed', at('related_documents.0.uuid')]]],
    ]);
  });
});

describe('number and balance of a payment', () => {
  const short = (invoice: Json, amount: number) => ({ payment_form: '03', invoice: invoice.id, amount });
  const drafted = async (data: unknown) => (await pay(data, { status: 'draft' })).body;
  const stamp = (draft: Json) => app.api('POST', `/invoices/${draft.id}/stamp`);
  const taxed = ({ complements }: Json): number[] => {
    const [{ base, amount }] = complements[0].data[0].related_documents[0].taxes;
    return [base, amount];
  };

  it('are those of the moment when its draft is stamped', async () => {
    const invoice = await ppd();
    const draft = await drafted(short(invoice, 500));
    expect([said(draft), taxed(draft)]).toEqual([[[1, 1160]], [431.03, 68.96]]);
    expect(draft.complements[0].data[0].related_documents[0]).not.toHaveProperty('derived');
    const other = (await pay(short(invoice, 660))).body;
    const stamped = await stamp(draft);
    expect([stamped.status, said(stamped.body)]).toEqual([200, [[2, 500]]]);
    const [base, tax] = [0, 1].map((at) => Number(taxed(other)[at]) + Number(taxed(stamped.body)[at]));
    expect(base).toBeCloseTo(1000, 6);
    expect(tax).toBeCloseTo(160, 6);
    expect(await app.get(`/invoices/${invoice.id}`)).toMatchObject({ amount_due: 0, payment_status: 'paid' });
    const { bytes } = await app.api('GET', `/invoices/${draft.id}/xml`);
    expect(bytes.toString()).toMatch(/NumParcialidad="2" ImpSaldoAnt="500.00"/);
  });

  it('stay as the caller stated them', async () => {
    const invoice = await ppd();
    const document = { invoice: invoice.id, amount: 500, installment: 4, last_balance: 700 };
    const draft = await drafted({ payment_form: '03', related_documents: [document] });
    await pay(short(invoice, 100));
    const stamped = await stamp(draft);
    expect([stamped.status, said(stamped.body)]).toEqual([200, [[4, 700]]]);
    expect(said((await pay(short(invoice, 100))).body)).toEqual([[5, 560]]);
  });

  it('are computed again for a copy, when it is made and when it is stamped', async () => {
    const invoice = await ppd();
    const document = { invoice: invoice.id, amount: 100, installment: 1, last_balance: 1160 };
    const original = (await pay({ payment_form: '03', related_documents: [document] })).body;
    const copy = await app.post(`/invoices/${original.id}/copy`);
    expect([said(copy), copy.is_ready_to_stamp]).toEqual([[[2, 1060]], true]);
    await pay(short(invoice, 60));
    const stamped = await stamp(copy);
    expect([stamped.status, said(stamped.body)]).toEqual([200, [[3, 1000]]]);
  });

  it('of a copy that nothing is left for are a problem, until there is something again', async () => {
    const invoice = await ppd();
    const original = (await pay(short(invoice, 1160))).body;
    const copy = await app.post(`/invoices/${original.id}/copy`);
    expect(copy.is_ready_to_stamp).toBe(false);
    expect(await stamp(copy)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'amount_exceeds_related_document_balance' }] },
    });
    await app.del(`/invoices/${original.id}?motive=02`);
    const stamped = await stamp(copy);
    expect([stamped.status, said(stamped.body)]).toEqual([200, [[1, 1160]]]);
  });

  it('are given once, to payments that come at once', async () => {
    const invoice = await ppd();
    const drafts = await Promise.all([1, 2, 3].map(() => drafted(short(invoice, 100))));
    const paid = await Promise.all([
      ...[1, 2, 3].map(() => pay(short(invoice, 100))),
      ...drafts.map((draft) => stamp(draft)),
    ]);
    const all = paid.flatMap(({ body }) => said(body)).sort(([a], [b]) => a - b);
    expect(all).toEqual([1, 2, 3, 4, 5, 6].map((number) => [number, 1260 - number * 100]));
  });

  it('leave out what was claimed by a payment that never came to be', async () => {
    const invoice = await ppd();
    const { id: organization } = await app.get('/organizations/me');
    await app.runtime.pool.query(
      `INSERT INTO invoicing.balance_claims
         (organization_id, livemode, invoice_id, payment_id, amount, installment, claimed_at)
       VALUES ($1, false, $2, '66f0c0c0c0c0c0c0c0c0c0c0', 1000, 1, now() - interval '1 hour')`,
      [organization, invoice.id],
    );
    expect(said((await pay(short(invoice, 100))).body)).toEqual([[1, 1160]]);
  });

  it('go on above those of the payments that are left when one is canceled', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 100))).body;
    await pay(short(invoice, 200));
    await app.del(`/invoices/${first.id}?motive=02`);
    expect(await app.get(`/invoices/${invoice.id}/payment-summary`)).toMatchObject({
      installment: 3,
      last_balance: 960,
    });
    expect(said(await drafted(short(invoice, 10)))).toEqual([[3, 960]]);
    expect(said((await pay(short(invoice, 300))).body)).toEqual([[3, 960]]);
  });
});

describe('currency and exchange of a payment', () => {
  const at = (rest: string) => `complements.0.data.0.${rest}`;
  const refusal = ({ status, body }: Json) => [
    status,
    body.errors.map(({ code, path, message }: Json) => [code, path, message]),
  ];

  it('of MXN is 1, in either case', async () => {
    const { id } = await ppd();
    const data = { payment_form: '03', invoice: id, amount: 116, currency: 'mxn' };
    expect(refusal(await pay({ ...data, exchange: 2 }))).toEqual([
      400,
      [['invalid_value', at('exchange'), expect.stringContaining('CRP20215')]],
    ]);
    const paid = await pay({ ...data, exchange: 1 });
    expect(paid).toMatchObject({ status: 200, body: { total_payment_amount_converted: 116 } });
    expect(paid.body.complements[0].data[0]).toMatchObject({ currency: 'MXN', exchange: 1 });
  });

  it('of another must be said', async () => {
    const usd = await ppd({ currency: 'USD', exchange: 18.5 });
    const data = { payment_form: '03', invoice: usd.id, amount: 116, currency: 'usd' };
    expect(refusal(await pay(data))).toEqual([400, [['required', at('exchange'), expect.any(String)]]]);
    expect(await pay({ ...data, exchange: 18 })).toMatchObject({
      status: 200,
      body: { total_payment_amount: 116, total_payment_amount_converted: 2088 },
    });
  });

  it('is enough to pay an invoice in MXN by its short form', async () => {
    const { id } = await ppd();
    const paid = await pay({
      payment_form: '03',
      invoice: id,
      amount: 1160,
      currency: 'USD',
      exchange: 18.5,
    });
    expect(paid).toMatchObject({ status: 200, body: { total_payment_amount: 62.7 } });
    expect(paid.body.complements[0].data[0].related_documents).toMatchObject([
      { currency: 'MXN', exchange: 18.5, amount: 1160 },
    ]);
    expect(await app.get(`/invoices/${id}`)).toMatchObject({ amount_due: 0 });
  });

  it('does not tell that of a document in a third one, whose own field is named', async () => {
    const { id } = await ppd({ currency: 'USD', exchange: 18.5 });
    const data = { payment_form: '03', invoice: id, amount: 116, exchange: 1 };
    const missing = ['required', at('related_documents.0.exchange'), expect.stringContaining('USD')];
    expect(refusal(await pay(data))).toEqual([400, [missing]]);
    const documents = [{ invoice: id, amount: 116, exchange: 0.0540540541 }];
    expect((await pay({ payment_form: '03', related_documents: documents })).status).toBe(200);
  });
});
