import { startApp, type Json, type TestApp } from '../../support/app.js';
import { inParts, payment } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Payments that take the place of others: motive 01 of a payment. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ppd = (over: object = {}): Promise<Json> => app.post('/invoices', inParts(over));
const pay = (data: unknown, over: object = {}) => app.api('POST', '/invoices', payment(data, over));
const short = ({ id }: Json, amount: number) => ({ payment_form: '03', invoice: id, amount });
const instead = (...payments: Json[]) => ({
  related_documents: [{ relationship: '04', documents: payments.map(({ uuid }) => uuid) }],
});
const due = async ({ id }: Json) => (await app.get(`/invoices/${id}`)).amount_due;
const substituted = (payment: Json, by: Json) =>
  app.api('DELETE', `/invoices/${payment.id}?motive=01&substitution=${by.id}`);
const REFUSED = { status: 400, body: { errors: [{ code: 'amount_exceeds_related_document_balance' }] } };

describe('a payment that takes the place of another', () => {
  it('has at its disposal what that one has paid, and counts once before and after it is canceled', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 1160))).body;
    expect(await pay(short(invoice, 1160))).toMatchObject(REFUSED);
    const second = await pay({ ...short(invoice, 1160), payment_form: '28' }, instead(first));
    expect(second).toMatchObject({ status: 200, body: { status: 'valid' } });
    expect(second.body.complements[0].data[0].related_documents).toMatchObject([
      { installment: 1, last_balance: 1160 },
    ]);
    expect(second.body.complements[0].data[0].related_documents[0]).not.toHaveProperty('replaces');
    expect(await app.get(`/invoices/${invoice.id}`)).toMatchObject({
      ...{ amount_due: 0, payment_status: 'paid' },
      received_payment_ids: [first.id, second.body.id],
    });
    const canceled = await substituted(first, second.body);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await app.get(`/invoices/${invoice.id}`)).toMatchObject({
      ...{ amount_due: 0, payment_status: 'paid' },
      received_payment_ids: [second.body.id],
    });
    expect(await pay(short(invoice, 1))).toMatchObject(REFUSED);
    await app.del(`/invoices/${second.body.id}?motive=02`);
    expect(await due(invoice)).toBe(1160);
  });

  it('gives back what it pays less, once that one is canceled', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 1160))).body;
    const second = (await pay(short(invoice, 1000), instead(first))).body;
    expect(await due(invoice)).toBe(0);
    expect(await pay(short(invoice, 160))).toMatchObject(REFUSED);
    await substituted(first, second);
    expect(await due(invoice)).toBe(160);
    expect((await pay(short(invoice, 160))).status).toBe(200);
    expect(await due(invoice)).toBe(0);
  });

  it('may pay more, as far as there is more', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 500))).body;
    expect(await pay(short(invoice, 1161), instead(first))).toMatchObject(REFUSED);
    const second = (await pay(short(invoice, 700), instead(first))).body;
    expect(await due(invoice)).toBe(460);
    await substituted(first, second);
    expect(await due(invoice)).toBe(460);
  });

  it('is one: no second has the same at its disposal, not even at once', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 1160))).body;
    const answers = await Promise.all([1, 2, 3].map(() => pay(short(invoice, 1160), instead(first))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await pay(short(invoice, 10), instead(first))).toMatchObject(REFUSED);
    expect(await due(invoice)).toBe(0);
    expect(app.bugs()).toEqual([]);
  });

  it('may be a draft first, and may be edited', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 1160))).body;
    const draft = await pay(short(invoice, 1160), { ...instead(first), status: 'draft' });
    expect(draft).toMatchObject({ status: 200, body: { is_ready_to_stamp: true } });
    const data = { ...short(invoice, 1160), payment_form: '28' };
    await app.put(`/invoices/${draft.body.id}`, { complements: [{ type: 'pago', data }] });
    expect((await app.api('POST', `/invoices/${draft.body.id}/stamp`)).status).toBe(200);
    expect(await due(invoice)).toBe(0);
  });

  it.each(['at once', 'as a draft'])('that is refused leaves all as it was, asked for %s', async (how) => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 1160))).body;
    app.sandbox.faults.set('stamp', 'refused-by-sat', 1);
    const created = await pay(short(invoice, 1160), {
      ...instead(first),
      ...(how === 'as a draft' && { status: 'draft' }),
    });
    const refused =
      how === 'as a draft' ? await app.api('POST', `/invoices/${created.body.id}/stamp`) : created;
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'CFDI40145' }] } });
    expect(await app.get(`/invoices/${invoice.id}`)).toMatchObject({
      ...{ amount_due: 0, received_payment_ids: [first.id] },
    });
    expect((await pay(short(invoice, 1160), instead(first))).status).toBe(200);
    expect(await due(invoice)).toBe(0);
  });

  it('that is canceled itself leaves the first', async () => {
    const invoice = await ppd();
    const first = (await pay(short(invoice, 500))).body;
    const second = (await pay(short(invoice, 700), instead(first))).body;
    await app.del(`/invoices/${second.id}?motive=02`);
    expect(await due(invoice)).toBe(660);
    expect((await pay(short(invoice, 661))).status).toBe(400);
  });
});
