import { randomUUID } from 'node:crypto';
import { receiptDecider } from '#apps/receipts/src/receipt/decide';
import { until } from '#bus/testing/until';
import { fold, newId } from '#kernel';
import type { ReceiptEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { sale, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A shop takes goods back: before their sale was invoiced, and after. */

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

const product = { description: 'Ukelele', product_key: '60131324', price: 100 };
const items = [
  { quantity: 3, product },
  { quantity: 1, product: { ...product, description: 'Funda', price: 50 } },
];
const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.api(method, path, body, { key: shop.key, headers });
const make = (fields: object = {}): Promise<Json> =>
  app.post('/receipts', sale({ items, ...fields }), { key: shop.key });
const refund = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  api('POST', `/receipts/${id}/refunds`, body, headers);
const read = async (path: string): Promise<Json> => (await api('GET', path)).body;
const told = ({ status, body }: Answer) => [status, body.code, body.errors?.[0]?.path];
const invoiced = async (fields: object = {}): Promise<Json> => {
  const receipt = await make();
  const customer = { customer: universidad, use: 'G03' };
  const { status, body } = await api('POST', `/receipts/${receipt.id}/invoice`, { ...customer, ...fields });
  expect([status, body.code]).toEqual([200, undefined]);
  return { receipt: receipt.id, invoice: body };
};
const ofTwo = { lines: [{ item: 0, quantity: 2 }], reason: 'Llegó roto' };

describe('goods of an open receipt that are given back', () => {
  it('make it less, and are told of', async () => {
    const { id } = await make();
    const { status, body } = await refund(id, ofTwo);
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      ...{ status: 'open', total: 150 },
      items: [{ quantity: 1 }, { quantity: 1, product: { description: 'Funda' } }],
      refunds: [
        {
          ...{ status: 'done', total: 200, reason: 'Llegó roto', credit_note: null },
          lines: [{ item: 0, quantity: 2 }],
        },
      ],
    });
    expect(await read(`/receipts/${id}`)).toEqual(body);
  });

  it('cancel it where nothing is left', async () => {
    const { id } = await make();
    expect((await refund(id)).body).toMatchObject({
      ...{ status: 'canceled', total: 0, items: [] },
      refunds: [{ total: 350 }],
    });
    expect(told(await refund(id))).toEqual([409, 'receipt_not_open', undefined]);
  });

  it('are counted once however often the same request comes', async () => {
    const { id } = await make();
    const key = { 'Idempotency-Key': 'devolucion-1' };
    const [one, other] = await Promise.all([refund(id, ofTwo, key), refund(id, ofTwo, key)]);
    expect([one.status, other.status, one.body.total]).toEqual([200, 200, 150]);
    expect((await refund(id, ofTwo, key)).body.refunds).toHaveLength(1);
    expect(told(await refund(id, { lines: [{ item: 1, quantity: 1 }] }, key))).toEqual([
      ...[409, 'idempotency_key_in_use', undefined],
    ]);
  });
});

describe('what can not be given back', () => {
  it('is refused at its line, in both languages', async () => {
    const { id } = await make();
    const lines = [
      { item: 0, quantity: 4 },
      { item: 5, quantity: 1 },
    ];
    const spanish = await refund(id, { lines });
    expect(spanish.body.errors.map(({ path, code }: Json) => [path, code])).toEqual([
      ['lines.0.quantity', 'too_large'],
      ['lines.1.item', 'not_found'],
    ]);
    expect(spanish.body.errors[0].message).toBe(
      'No puede devolverse más de lo que queda de la línea: 3 ("lines.0.quantity").',
    );
    const english = await refund(id, { lines }, { 'Accept-Language': 'en' });
    expect(english.body.errors[0].message).toBe(
      'No more can be given back than is left of the line: 3 ("lines.0.quantity").',
    );
    expect(told(await refund(id, { lines: [{ item: 0, quantity: 0 }] }))).toEqual([
      ...[400, 'invalid_request', 'lines.0.quantity'],
    ]);
    expect(told(await refund(id, { lines: [] }))).toEqual([400, 'invalid_request', 'lines']);
    expect(told(await refund(id, { lines: [{ quantity: 1 }] }))).toEqual([
      ...[400, 'invalid_request', 'lines.0.item'],
    ]);
  });

  it('is what others have sold, and what was never sold', async () => {
    const { id } = await make();
    const other = await app.newOrganization(await app.newUser(), 'Otra');
    const asked = await app.api('POST', `/receipts/${id}/refunds`, {}, { key: other.key });
    expect(told(asked)).toEqual([404, 'receipt_not_found', undefined]);
    expect((await app.api('POST', `/receipts/${id}/refunds`, {}, { key: null })).status).toBe(401);
    expect(told(await refund('f'.repeat(24)))).toEqual([404, 'receipt_not_found', undefined]);
  });
});

describe('goods of an invoiced receipt that are given back', () => {
  it('have a credit note to the customer, against its invoice', async () => {
    const { receipt, invoice } = await invoiced();
    const { status, body } = await refund(receipt, ofTwo);
    expect([status, body.code, body.errors]).toEqual([200, undefined, undefined]);
    expect(body).toMatchObject({
      ...{ status: 'invoiced_to_customer', total: 350, invoice: invoice.id },
      refunds: [{ status: 'done', total: 200, credit_note: expect.any(String) }],
    });
    const note = await read(`/invoices/${body.refunds[0].credit_note}`);
    expect(note).toMatchObject({
      ...{ type: 'E', status: 'valid', total: 200, use: 'G02', payment_form: invoice.payment_form },
      customer: { tax_id: universidad.tax_id },
      related_documents: [{ relationship: '03', documents: [invoice.uuid] }],
      items: [{ quantity: 2, product: { product_key: '84111506', description: 'Devolución: Ukelele' } }],
    });
    // At one moment: together they may not give back more than is left.
    const rest = await Promise.all([refund(receipt), refund(receipt), refund(receipt)]);
    expect(rest.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { refunds } = await read(`/receipts/${receipt}`);
    expect(refunds.map(({ total }: Json) => total)).toEqual([200, 150]);
  });

  it('have one to the public in general, against the global invoice', async () => {
    const { id } = await make();
    // In the organization's time: after six in the evening UTC has the next day already.
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Mexico_City' });
    const asked = { from: day, to: day, periodicity: 'day', receipts: [id] };
    const global = await api('POST', '/receipts/global-invoice', asked);
    expect([global.status, global.body.code, global.body.errors]).toEqual([200, undefined, undefined]);
    const { status, body } = await refund(id, ofTwo);
    expect([status, body.code, body.errors]).toEqual([200, undefined, undefined]);
    expect(body).toMatchObject({ status: 'invoiced_globally', refunds: [{ status: 'done', total: 200 }] });
    expect(await read(`/invoices/${body.refunds[0].credit_note}`)).toMatchObject({
      ...{ type: 'E', total: 200, use: 'G02', global: global.body.global },
      customer: { tax_id: 'XAXX010101000', legal_name: 'PUBLICO EN GENERAL' },
      related_documents: [{ relationship: '03', documents: [global.body.uuid] }],
    });
  });

  it('count as sold again where the credit note is canceled', async () => {
    const { receipt } = await invoiced();
    const { body } = await refund(receipt);
    expect(body.refunds).toMatchObject([{ status: 'done', total: 350 }]);
    expect(told(await refund(receipt))).toEqual([400, 'invalid_request', 'lines']);
    await app.del(`/invoices/${body.refunds[0].credit_note}?motive=02`, { key: shop.key });
    await until(async () => (await read(`/receipts/${receipt}`)).refunds[0].status === 'undone');
    expect((await refund(receipt, ofTwo)).body.refunds).toMatchObject([
      { status: 'undone' },
      { status: 'done' },
    ]);
  });
});

describe('an invoice of which something was given back', () => {
  /** The receipt, once it is open again. */
  const open = async (receipt: string): Promise<Json> => {
    let now: Json;
    await until(async () => (now = await read(`/receipts/${receipt}`)).status === 'open');
    return now;
  };

  it('is not canceled while the credit note stands; after that, all of the sale is open again', async () => {
    const { receipt, invoice } = await invoiced();
    const { body } = await refund(receipt, ofTwo);
    const cancel = (id: string) => api('DELETE', `/invoices/${id}?motive=02`);
    expect(told(await cancel(invoice.id)).slice(0, 2)).toEqual([409, 'invoice_not_cancelable_by_sat']);
    expect((await cancel(body.refunds[0].credit_note)).status).toBe(200);
    expect((await cancel(invoice.id)).status).toBe(200);
    expect(await open(receipt)).toMatchObject({ total: 350, refunds: [{ status: 'undone' }] });
  });

  it('leaves the sale without it where it was canceled all the same; the next invoice is of the rest', async () => {
    const { receipt, invoice } = await invoiced();
    await refund(receipt, ofTwo);
    const outcome = { kind: 'canceled', motive: null, substitution: null } as const;
    await app.runtime.bus.send({
      ...{ id: randomUUID(), type: 'receipts.settle', key: invoice.id, data: { outcome } },
      ...{ tenant: { organizationId: shop.id, livemode: false }, actor: 'process:story' },
      ...{ correlationId: newId(), time: new Date().toISOString() },
    });
    const now = await open(receipt);
    expect(now).toMatchObject({ total: 150, invoice: null, items: [{ quantity: 1 }, { quantity: 1 }] });
    const again = await api('POST', `/receipts/${receipt}/invoice`, { customer: universidad, use: 'G03' });
    expect(again.body).toMatchObject({ status: 'valid', total: 150 });
    expect((await refund(receipt)).body.refunds).toMatchObject([
      { status: 'done', total: 200 },
      { status: 'done', total: 150 },
    ]);
  });
});

describe('a process that died after it noted a refund', () => {
  it('has left all that its credit note needs: the service goes on with it by itself', async () => {
    const { receipt, invoice } = await invoiced();
    const stream = `receipt-${receipt}`;
    const history = await app.runtime.store.read(stream);
    const { id, uuid, customer, issuer_info: issuer } = invoice;
    const decided = receiptDecider.decide(
      {
        ...{ type: 'ask-refund', refund_id: newId(), lines: [], reason: null, credit_note: newId(), issuer },
        invoice: { id, uuid, customer, global: null, withholds_isr: false, series: null },
        at: new Date().toISOString(),
      },
      fold(receiptDecider, history as unknown as ReceiptEvent[]),
    );
    if (!decided.ok) throw new Error(decided.refusal.code);
    const [asked] = decided.value;
    const event = { ...(asked as ReceiptEvent), id: randomUUID() };
    const { metadata } = history[0] as RecordedEvent;
    await app.runtime.store.append(stream, history.length - 1, [event], {
      ...metadata,
      commandId: randomUUID(),
    });
    // Meanwhile its lines are given back: nobody else can.
    expect(told(await refund(receipt))).toEqual([400, 'invalid_request', 'lines']);
    const isDone = async (): Promise<boolean> =>
      (await read(`/receipts/${receipt}`)).refunds[0]?.status === 'done';
    await until(isDone);
    const { refunds } = await read(`/receipts/${receipt}`);
    expect(refunds).toMatchObject([{ status: 'done', total: 350 }]);
    expect(await read(`/invoices/${refunds[0].credit_note}`)).toMatchObject({ type: 'E', total: 350 });
  });
});
