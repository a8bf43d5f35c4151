import { invoice, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { readEvents } from '../../support/events.js';
import { makeSat, type MadeSat } from '../../support/made-sat.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { upload } from './certificate-files.js';

let sat: MadeSat;
let app: TestApp;
let user: string;
let id: string;
let live: string;
let testKey: string;

beforeAll(async () => {
  sat = await makeSat();
  app = await startApp(sat.env);
  user = await app.newUser();
  ({ id, key: testKey } = await app.newOrganization(user));
  live = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
});
afterAll(async () => {
  await app.close();
  await sat.close();
});

const by = (key: string, language = 'es') => ({
  post: (path: string, body?: unknown, headers = {}) =>
    app.api('POST', path, body, { key, language, headers }),
  put: (path: string, body?: unknown) => app.api('PUT', path, body, { key, language }),
  get: (path: string) => app.api('GET', path, undefined, { key, language }),
});
const told = ({ status, body }: Answer) => [
  ...[status, body.code],
  ...(body.errors ?? []).map(({ path, code }: Json) => `${path} ${code}`),
];
const LEGAL = {
  ...{ name: 'Escuela', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
  address: { zip: '42501' },
};

const giveCertificate = async (): Promise<void> => {
  const { status, body } = await upload(app, 'me', sat.issue(), { key: live });
  expect([status, body.is_production_ready]).toEqual([200, true]);
};

describe('a Live key of an organization with steps left', () => {
  it('issues nothing, and learns which steps those are, in its language', async () => {
    const draft = await by(live).post('/invoices', invoice({ status: 'draft' }));
    expect([draft.status, draft.body.status, draft.body.livemode]).toEqual([200, 'draft', true]);
    const requests: [string, unknown][] = [
      ['/invoices', invoice()],
      ['/invoices?async=true', invoice()],
      [`/invoices/${draft.body.id}/stamp`, undefined],
      ['/invoices/preview', invoice()],
      ['/invoices/preview/pdf', invoice()],
      ['/invoices/preview/pdf/download-url', invoice()],
    ];
    for (const [path, body] of requests)
      expect([path, ...told(await by(live).post(path, body))]).toEqual([
        ...[path, 403, 'organization_incomplete', 'legal required', 'certificate required'],
      ]);
    const spanish = await by(live).post('/invoices', invoice());
    expect(spanish.body.message).toMatch(/Completar los datos fiscales/);
    const english = await by(live, 'en').post('/invoices', invoice());
    expect(english.body.message).toMatch(/Complete the fiscal data/);
  });

  it('is told what is wrong with a body before, and nothing about its issuer', async () => {
    const answer = await by(live).post('/invoices', { ...invoice(), payment_form: 7, series: {} });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors.map(({ path }: Json) => path).sort()).toEqual(['payment_form', 'series']);
  });

  it('works with drafts, customers, products, lists and catalogues', async () => {
    const mine = by(live);
    const { body: customer } = await mine.post('/customers', universidad);
    expect(customer.livemode).toBe(true);
    const { body: draft } = await mine.post('/invoices', invoice({ status: 'draft', customer: customer.id }));
    const changed = await mine.put(`/invoices/${draft.id}`, { conditions: 'Contado' });
    expect([changed.status, changed.body.is_ready_to_stamp]).toEqual([200, false]);
    expect((await mine.put(`/customers/${customer.id}`, { phone: '5512345678' })).status).toBe(200);
    expect((await mine.post(`/invoices/${draft.id}/copy`)).status).toBe(200);
    for (const path of [
      ...['/invoices', '/customers', '/products', '/catalogs/products?q=guitarra', '/check'],
      ...[`/invoices/${draft.id}`, `/invoices/${draft.id}/pdf`, `/invoices/${draft.id}/history`],
    ])
      expect([path, (await mine.get(path)).status]).toEqual([path, 200]);
    const { body: history } = await mine.get(`/invoices/${draft.id}/history`);
    expect(history.data[0].actor).toMatchObject({ type: 'key', first_12: live.slice(0, 12) });
    expect((await by(testKey).get(`/invoices/${draft.id}`)).status).toBe(404);
    expect((await by(testKey).get('/invoices')).body.data).toEqual([]);
  });

  it('does not lend a draft the data of a test taxpayer', async () => {
    const { body } = await by(live).post('/invoices', invoice({ status: 'draft' }));
    expect(JSON.stringify(body)).not.toMatch(/EKU9003173C9|KEMPER/);
  });
});

describe('the steps of an organization', () => {
  it('are shown in the language of the caller', async () => {
    const english = await by(user, 'en').get(`/organizations/${id}`);
    expect(english.body.pending_steps[0]).toEqual({
      type: 'legal',
      description: 'Complete the fiscal data of the organization',
    });
    const listed = await by(user, 'en').get('/organizations');
    expect(listed.body.data[0].pending_steps).toEqual(english.body.pending_steps);
    const spanish = await by(live).get('/organizations/me');
    expect(spanish.body.pending_steps[0].description).toMatch(/^Completar los datos fiscales/);
  });

  it('are less after each', async () => {
    const { body } = await by(live).put('/organizations/me/legal', LEGAL);
    expect(body).toMatchObject({ is_production_ready: false, pending_steps: [{ type: 'certificate' }] });
    expect(told(await by(live).post('/invoices', invoice()))).toEqual([
      ...[403, 'organization_incomplete', 'certificate required'],
    ]);
  });
});

describe('a Live key of a complete organization without a provider', () => {
  it('issues nothing: no folio is used, and no idempotency key', async () => {
    await giveCertificate();
    const mine = by(live);
    const once = { 'idempotency-key': 'one' };
    for (const [path, body, headers] of [
      ['/invoices', invoice(), {}],
      ['/invoices', invoice({ external_id: 'e-1' }), once],
      ['/invoices', invoice({ idempotency_key: 'one' }), {}],
    ] as const) {
      const answer = await mine.post(path, body, headers);
      expect(told(answer)).toEqual([403, 'feature_not_available']);
      expect(answer.body.message).toMatch(/no hay un PAC configurado/);
    }
    const { body: draft } = await mine.post(
      '/invoices',
      invoice({ status: 'draft', idempotency_key: 'one' }),
    );
    expect(draft).toMatchObject({ status: 'draft', livemode: true });
    expect(told(await mine.post(`/invoices/${draft.id}/stamp`))).toEqual([403, 'feature_not_available']);
    const { body: still } = await mine.get(`/invoices/${draft.id}`);
    expect([still.status, still.folio_number]).toEqual(['draft', draft.folio_number]);
    const { rows } = await app.runtime.pool.query(
      'SELECT FROM invoicing.folio_counters WHERE organization_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
    const events = await readEvents(app.runtime.store);
    const ofOurs = events.filter(({ metadata }) => metadata.organizationId === id);
    expect(ofOurs.length).toBeGreaterThan(0);
    expect(ofOurs.filter(({ type }) => type === 'InvoiceIssued')).toEqual([]);
  });

  it('sees what an invoice would be', async () => {
    const { status, body } = await by(live).post('/invoices/preview', invoice());
    expect([status, body.livemode]).toEqual([200, true]);
    expect((await by(testKey).post('/invoices', invoice())).body.status).toBe('valid');
  });
});
