import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { inParts, innovacion, payment, universidad } from '../../support/bodies.js';
import { startReceiver } from '../../receivers/index.js';
import { until } from '#bus/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Two organizations of one installation that invoice and pay each other: each has the other's documents as received. */

const DAY = 86_400_000;

/** An organization as its accountant sees it. */
class Books {
  constructor(
    readonly id: string,
    readonly key: string,
  ) {}
  api(method: string, path: string, body?: unknown): Promise<Answer> {
    return app.api(method, path, body, { key: this.key });
  }
  get(path: string): Promise<Json> {
    return app.get(path, { key: this.key });
  }
  post(path: string, body?: unknown): Promise<Json> {
    return app.post(path, body, { key: this.key });
  }
  async xml(id: string): Promise<Buffer> {
    return (await this.api('GET', `/invoices/${id}/xml`)).bytes;
  }
  /** Imports a document that these books have, into others. */
  async handTo(other: Books, id: string): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await this.xml(id))]), 'factura.xml');
    return other.api('POST', '/invoices/import', form);
  }
  async list(query: string): Promise<string[]> {
    return ((await this.get(`/invoices?${query}`)).data as Json[]).map(({ id }) => id as string);
  }
}

let app: TestApp;
let user: string;
let school: Books;
let shop: Books;
beforeAll(async () => {
  app = await startApp({ TIMBRA_ZIP_IN_TEST: 'true' });
  user = await app.newUser();
  const open = async (legal: object): Promise<Books> => {
    const { id, key } = await app.newOrganization(user);
    await app.put(`/organizations/${id}/legal`, legal, { key: user });
    return new Books(id, key);
  };
  school = await open({ name: 'Universidad', ...legalOf(universidad) });
  shop = await open({ name: 'Innovación', ...legalOf(innovacion) });
});
afterAll(() => app.close());

const legalOf = ({ legal_name, tax_id, tax_system, address }: typeof universidad | typeof innovacion) => ({
  ...{ legal_name, tax_id, tax_system },
  address: { ...address, street: 'Reforma', exterior: '1', country: 'MEX' },
});

describe('what one invoices the other', () => {
  it('is received, owed, paid and canceled in both books alike', async () => {
    const sold = await shop.post('/invoices', inParts({ customer: universidad }, 1160));
    const came = await shop.handTo(school, sold.id);
    expect(came).toMatchObject({
      status: 200,
      body: {
        ...{ issuer_type: 'receiving', status: 'valid', uuid: sold.uuid, total: 1160, amount_due: 1160 },
        issuer_info: { tax_id: innovacion.tax_id },
        customer: { tax_id: universidad.tax_id },
        supplier: { tax_id: innovacion.tax_id },
        imported: { source: 'upload', sat_status: 'valid', efos: 'not_listed' },
        warnings: [],
      },
    });
    const received = came.body;
    // The very bytes, and nobody else's books.
    expect((await school.xml(received.id)).equals(await shop.xml(sold.id))).toBe(true);
    expect((await shop.api('GET', `/invoices/${received.id}`)).status).toBe(404);

    const paid = await shop.post(
      '/invoices',
      payment({ payment_form: '03', invoice: sold.id, amount: 500.1 }),
    );
    const receipt = await shop.handTo(school, paid.id);
    expect(receipt).toMatchObject({ status: 200, body: { type: 'P', issuer_type: 'receiving' } });
    const balances = async () => [
      (await shop.get(`/invoices/${sold.id}`)).amount_due,
      (await school.get(`/invoices/${received.id}`)).amount_due,
    ];
    await until(async () => (await balances())[1] === 659.9);
    expect(await balances()).toEqual([659.9, 659.9]);

    // The payment is canceled: what it paid is due again, once its receiver has asked.
    await shop.api('DELETE', `/invoices/${paid.id}?motive=02`);
    const asked = await school.api('PUT', `/invoices/${receipt.body.id}/status`);
    expect(asked.body).toMatchObject({ status: 'canceled', imported: { sat_status: 'canceled' } });
    await until(async () => (await balances())[1] === 1160);
    expect(await balances()).toEqual([1160, 1160]);

    await shop.api('DELETE', `/invoices/${sold.id}?motive=02`);
    expect((await school.api('PUT', `/invoices/${received.id}/status`)).body).toMatchObject({
      ...{ status: 'canceled', cancellation_status: 'accepted', amount_due: 0 },
      cancellation: { motive: null },
    });
    const history = await school.get(`/invoices/${received.id}/history`);
    expect((history.data as Json[]).map(({ type }) => type).sort()).toEqual(
      expect.arrayContaining(['invoice.imported', 'invoice.sat_status_recorded']),
    );
  });

  it('is invoiced the other way round at the same time, without either taking the other’s for its own', async () => {
    const ours = await school.post('/invoices', inParts({ customer: innovacion }, 580));
    const theirs = await shop.post('/invoices', inParts({ customer: universidad }, 232));
    await Promise.all([school.handTo(shop, ours.id), shop.handTo(school, theirs.id)]);
    for (const [books, issued, tax_id] of [
      [school, ours, innovacion.tax_id],
      [shop, theirs, universidad.tax_id],
    ] as const) {
      expect(await books.list(`uuid=${issued.uuid}`)).toEqual([issued.id]);
      expect(await books.list(`uuid=${issued.uuid}&issuer_type=receiving`)).toEqual([]);
      const [received] = (await books.get('/invoices?issuer_type=receiving&limit=1')).data as Json[];
      expect(received.supplier).toMatchObject({ tax_id });
    }
  });
});

describe('received documents in lists', () => {
  it('are found by every filter, and are not among what was issued', async () => {
    const sold = await shop.post(
      '/invoices',
      inParts({ customer: universidad, series: 'Z', external_id: 'oc-1' }, 116),
    );
    const { id, supplier } = (await shop.handTo(school, sold.id)).body;
    const received = `issuer_type=receiving&uuid=${sold.uuid}`;
    for (const query of [
      `supplier=${supplier.id}&uuid=${sold.uuid}`,
      `${received}&customer=${supplier.id}`,
      ...['q=innovacion', 'q=curso', `q=${innovacion.tax_id}`].map((one) => `${received}&${one}`),
      ...['type=I', 'payment_method=PPD', 'payment_status=unpaid', 'status=valid'].map(
        (one) => `${received}&${one}`,
      ),
      `${received}&series=Z&folio_number=${sold.folio_number}`,
      `${received}&cancellation_status=none`,
      `${received}&date[gte]=${new Date(Date.now() - DAY).toISOString()}`,
      `${received}&pagination=cursor`,
    ])
      expect([query, await school.list(query)]).toEqual([query, [id]]);
    // An external id is its issuer's own, and in no XML.
    expect(await school.list('issuer_type=receiving&external_id=oc-1')).toEqual([]);
    expect(await school.list(`uuid=${sold.uuid}`)).toEqual([]);
    expect(await school.list(`issuer_type=receiving&supplier=${id}`)).toEqual([]);
  });
});

describe('files of received documents', () => {
  it('are those of their issuer, printed in its name', async () => {
    const sold = await shop.post('/invoices', inParts({ customer: universidad }, 116));
    const { id } = (await shop.handTo(school, sold.id)).body;
    for (const format of ['pdf', 'zip']) {
      const file = await school.api('GET', `/invoices/${id}/${format}`);
      expect([format, file.status]).toEqual([format, 200]);
      expect(file.headers.get('content-disposition')).toContain(`${innovacion.tax_id}_${sold.uuid}`);
    }
    const mailed = await school.api('POST', `/invoices/${id}/email`, { email: 'a@example.com' });
    expect(mailed.body).toMatchObject({ code: 'invalid_request', errors: [{ code: 'not_allowed' }] });
    const receipt = await school.api('GET', `/invoices/${id}/cancellation_receipt/xml`);
    expect(receipt.body).toMatchObject({ code: 'invoice_cancellation_receipt_unavailable' });
    // Where the organization is, which may be in another month than UTC.
    const { timezone } = await school.get('/organizations/me');
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(sold.date));
    const [year, month] = local.split('-').map(Number);
    const asked = await school.post('/invoices/zip-requests', { year, month, issuer_type: 'receiving' });
    await until(async () => {
      const { status } = await school.get(`/invoices/zip-requests/${asked.id}`);
      return status === 'finished';
    });
    const whole = await school.api('GET', `/invoices/zip-requests/${asked.id}/zip`);
    expect(whole.status).toBe(200);
    expect(whole.bytes.includes(`${sold.uuid}.xml`)).toBe(true);
  });
});

describe('what is told of received documents', () => {
  it('reaches who asked for it by name, and is silent to who asked for *', async () => {
    const receiver = await startReceiver();
    try {
      const hook = (enabled_events: string[], path: string) =>
        school.post('/webhooks', { url: `${receiver.url}/${path}`, enabled_events });
      await hook(['invoice.received', 'invoice.canceled_by_supplier'], 'named');
      await hook(['*'], 'all');
      const sold = await shop.post('/invoices', inParts({ customer: universidad }, 116));
      const { id } = (await shop.handTo(school, sold.id)).body;
      await shop.api('DELETE', `/invoices/${sold.id}?motive=02`);
      // Nobody asks: an hour later the watch does.
      const now = Date.parse((await school.get('/sandbox/clock')).now as string);
      await school.post('/sandbox/clock', { advance_to: new Date(now + 2 * 3_600_000).toISOString() });
      expect(await school.get(`/invoices/${id}`)).toMatchObject({ status: 'canceled' });
      const types = () => receiver.requests.map(({ path, body }) => [path, JSON.parse(body).type]);
      await until(() => Promise.resolve(types().length >= 2));
      expect(types()).toEqual([
        ['/named', 'invoice.received'],
        ['/named', 'invoice.canceled_by_supplier'],
      ]);
    } finally {
      await receiver.close();
    }
  });
});
