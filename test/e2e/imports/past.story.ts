import { startApp, type Json, type TestApp } from '../../support/app.js';
import { until } from '#bus/testing/until';
import { innovacion, inParts, invoice, line, payment, universidad } from '../../support/bodies.js';
import { importFile, zipOf } from '../../support/imports.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A taxpayer that moves: what it issued in one organization is the past of another, where it goes on. */

const LEGAL = {
  ...{ name: 'Mudanza', legal_name: 'MUDANZA DE EJEMPLO', tax_id: 'MEJ010203AB1', tax_system: '601' },
  address: { zip: '06300' },
};

let app: TestApp;
let before: string;
let now: string;
beforeAll(async () => {
  app = await startApp();
  const user = await app.newUser();
  const [one, two] = [await app.newOrganization(user, 'Antes'), await app.newOrganization(user, 'Ahora')];
  for (const { id } of [one, two]) await app.put(`/organizations/${id}/legal`, LEGAL, { key: user });
  [before, now] = [one.key, two.key];
});
afterAll(() => app.close());

const issue = (body: object, key = before): Promise<Json> => app.post('/invoices', body, { key });
const xmlOf = async (id: string, key = before): Promise<Buffer> =>
  (await app.api('GET', `/invoices/${id}/xml`, undefined, { key })).bytes;
const ofNow = (method: string, path: string, body?: unknown) => app.api(method, path, body, { key: now });

async function moved(issued: Json): Promise<Json> {
  const { status, body } = await importFile(app, now, await xmlOf(issued.id));
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
}

/** The invoice, once so much of it is due. */
async function owing(id: string, due: number): Promise<Json> {
  let found: Json;
  await until(async () => (found = await app.get(`/invoices/${id}`, { key: now })).amount_due === due);
  return found;
}

describe('the past of an organization', () => {
  it('is paid on: balance, number and taxes of the next payment follow from both', async () => {
    const owed = await issue(inParts({ series: 'A' }));
    const paid = await issue(payment([{ payment_form: '03', invoice: owed.id, amount: 160 }]));
    const zip = zipOf({ 'pago.xml': await xmlOf(paid.id), 'factura.xml': await xmlOf(owed.id) });
    const { body } = await importFile(app, now, zip, 'pasado.zip');
    expect(body.results.map(({ status }: Json) => status)).toEqual(['imported', 'imported']);
    const { id } = body.results[1];
    expect(await owing(id, 1000)).toMatchObject({
      issuer_type: 'issuing',
      uuid: owed.uuid,
      amount_due: 1000,
    });
    const { body: summary } = await ofNow('GET', `/invoices/${id}/payment-summary`);
    expect(summary).toMatchObject({ installment: 2, last_balance: 1000, total: 1160 });
    const next = await issue(payment([{ payment_form: '03', invoice: id, amount: 1000 }]), now);
    const [document] = next.complements[0].data[0].related_documents;
    expect(document).toMatchObject({ installment: 2, last_balance: 1000, uuid: owed.uuid });
    expect(document.taxes).toMatchObject([{ type: 'IVA', rate: 0.16 }]);
    expect(await owing(id, 0)).toMatchObject({ payment_status: 'paid' });
    const more = await ofNow('POST', '/invoices', payment([{ payment_form: '03', invoice: id, amount: 1 }]));
    expect([more.status, more.body.errors[0].code]).toEqual([400, 'amount_exceeds_related_document_balance']);
  });

  it('is listed, searched and printed as what was issued here', async () => {
    const one = await moved(await issue(invoice({ items: [line({ description: 'Arpa de antes' })] })));
    const listed = await app.get('/invoices?q=arpa', { key: now });
    expect(listed.data.map(({ id }: Json) => id)).toEqual([one.id]);
    const pdf = await ofNow('GET', `/invoices/${one.id}/pdf`);
    expect([pdf.status, pdf.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    expect(one.customer).toMatchObject({ tax_id: universidad.tax_id });
    const draft = await ofNow('POST', `/invoices/${one.id}/copy`);
    expect([draft.status, draft.body]).toMatchObject([
      200,
      { status: 'draft', total: one.total, uuid: null },
    ]);
    expect(draft.body).not.toHaveProperty('imported');
  });

  it('is canceled from here, also in favour of another, and its organization of before sees it', async () => {
    const [one, two] = [await issue(invoice()), await issue(invoice())];
    const [first, second] = [await moved(one), await moved(two)];
    const gone = await ofNow('DELETE', `/invoices/${first.id}?motive=02`);
    expect([gone.status, gone.body]).toMatchObject([200, { status: 'canceled' }]);
    const seen = await app.put(`/invoices/${one.id}/status`, undefined, { key: before });
    expect(seen).toMatchObject({ status: 'canceled' });
    const substitute = await issue(
      invoice({ related_documents: [{ relationship: '04', documents: [second.uuid] }] }),
      now,
    );
    const path = `/invoices/${second.id}?motive=01&substitution=${substitute.id}`;
    expect((await ofNow('DELETE', path)).body).toMatchObject({ status: 'canceled' });
  });

  it('is its customer’s, who is there before it or comes after it', async () => {
    const sold = await issue(inParts({ customer: innovacion }));
    const paid = await issue(
      payment([{ payment_form: '03', invoice: sold.id, amount: 160 }], { customer: innovacion }),
    );
    const [first, pays] = [await moved(sold), await moved(paid)];
    expect([first.customer.id, pays.customer.id]).toEqual([null, null]);
    const customer = await app.post('/customers', innovacion, { key: now });
    const ofCustomer = async (): Promise<Json[]> =>
      (await app.get(`/invoices?customer=${customer.id}`, { key: now })).data;
    await until(async () => (await ofCustomer()).length === 2);
    for (const one of await ofCustomer())
      expect(one.customer).toMatchObject({ id: customer.id, tax_id: innovacion.tax_id });
    const later = await moved(await issue(invoice({ customer: innovacion })));
    expect(later.customer).toMatchObject({ id: customer.id, legal_name: innovacion.legal_name });
    expect((await ofCustomer()).map(({ id }) => id).sort()).toEqual([first.id, pays.id, later.id].sort());
    // The two of them name each other.
    await until(async () => (await ofNow('GET', `/invoices/${first.id}`)).body.amount_due === 1000);
    const [owed, payer] = [
      await ofNow('GET', `/invoices/${first.id}`),
      await ofNow('GET', `/invoices/${pays.id}`),
    ];
    expect(owed.body.received_payment_ids).toEqual([pays.id]);
    expect(payer.body.target_invoice_ids).toEqual([first.id]);
  });

  it('counts for the folios of its series', async () => {
    const [, last] = [
      await issue(invoice({ series: 'B', folio_number: 70 })),
      await issue(invoice({ series: 'B' })),
    ];
    expect(last.folio_number).toBe(71);
    await moved(last);
    expect(await issue(invoice({ series: 'B' }), now)).toMatchObject({ folio_number: 72 });
  });
});

describe('what was received', () => {
  let received: Json;
  beforeAll(async () => {
    const ours = (await app.get('/organizations/me', { key: now })).legal;
    const customer = { ...ours, address: { zip: ours.address.zip } };
    const { legal_name, tax_id, tax_system, address } = customer;
    const issued = await app.post(
      '/invoices',
      inParts({ customer: { legal_name, tax_id, tax_system, address } }),
    );
    const xml = await xmlOf(issued.id, app.demo.test_key);
    received = (await importFile(app, now, xml)).body;
    expect(received).toMatchObject({ issuer_type: 'receiving', amount_due: 1160 });
  });

  it('is in lists that ask for it alone', async () => {
    const ids = async (query: string): Promise<string[]> =>
      (await app.get(`/invoices${query}`, { key: now })).data.map(({ id }: Json) => id);
    expect(await ids('')).not.toContain(received.id);
    expect(await ids('?issuer_type=receiving')).toEqual([received.id]);
    expect(await ids(`?issuer_type=receiving&customer=${received.supplier.id}`)).toEqual([received.id]);
  });

  it.each<[string, () => [string, string, unknown?], number, string]>([
    [
      'canceled',
      () => ['DELETE', `/invoices/${received.id}?motive=02`],
      409,
      'invoice_cancellation_not_allowed',
    ],
    ['copied', () => ['POST', `/invoices/${received.id}/copy`], 400, 'invalid_request'],
    [
      'summed up for a payment',
      () => ['GET', `/invoices/${received.id}/payment-summary`],
      400,
      'invalid_request',
    ],
    ['stamped', () => ['POST', `/invoices/${received.id}/stamp`], 409, 'invoice_already_stamped'],
    ['edited', () => ['PUT', `/invoices/${received.id}`, { conditions: 'x' }], 409, 'invoice_not_draft'],
    [
      'paid by its receiver',
      () => ['POST', '/invoices', payment([{ payment_form: '03', invoice: received.id, amount: 1 }])],
      ...([400, 'invalid_request'] as const),
    ],
  ])('is not %s', async (_, request, status, code) => {
    const { status: got, body } = await ofNow(...request());
    expect([got, body.code]).toEqual([status, code]);
  });

  it('takes nobody’s place', async () => {
    const own = await issue(invoice(), now);
    const path = `/invoices/${own.id}?motive=01&substitution=${received.id}`;
    expect((await ofNow('DELETE', path)).body).toMatchObject({
      code: 'substitution_invoice_status_not_allowed',
    });
  });
});
