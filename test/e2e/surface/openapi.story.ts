import { PING_EVENT_TYPE, WEBHOOK_EVENT_TYPES } from '#contracts';
import { createHmac } from 'node:crypto';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import {
  innovacion,
  invoice,
  line,
  retention,
  sale,
  triggered,
  universidad,
  ukelele,
  xochilt,
} from '../../support/bodies.js';
import { until } from '#bus/testing/until';
import { importInto, receiverOf } from '../../events/petitions-story.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { INBOUND, mailOf, postMail } from '../../support/mails.js';
import { inDocument, openApiAjv } from '../../support/openapi.js';
import { formWith, pngOf } from '../../support/pictures.js';
import { documentForm, zipOf } from '../../support/imports.js';
import { formOf, upload } from '../organizations/certificate-files.js';
import { addMember } from '../../support/people.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The OpenAPI document is correct: real answers, of every operation and state, satisfy its schemas. */

let app: TestApp;
let document: Json;
let ajv: Ajv2020;

beforeAll(async () => {
  app = await startApp(INBOUND);
  document = await app.get('/openapi.json', { key: null });
  ajv = openApiAjv(document);
});
afterAll(() => app.close());

const validators = new Map<string, ValidateFunction>();

/** The schema that the document gives for an operation's answer of a status. */
function validatorOf(operation: string, status: number): ValidateFunction {
  const key = `${operation} ${status}`;
  const known = validators.get(key);
  if (known) return known;
  const [method = '', path = ''] = operation.split(' ');
  const { responses } = document.paths[`/v2${path}`][method.toLowerCase()];
  const { $ref, ...own } = responses[status] ?? responses.default;
  const { content } = $ref ? document.components.responses[$ref.split('/').at(-1)] : own;
  const { schema } = content['application/json'];
  const validator = ajv.compile(inDocument(schema));
  validators.set(key, validator);
  return validator;
}

const tried = new Set<string>();
/** Sends a request and checks its answer; the operation is the document's, its parameters in `values`. */
async function check(operation: string, values: Json = {}, body?: unknown, key?: string): Promise<Answer> {
  const [method = '', template = ''] = operation.split(' ');
  const { query = '', ...params } = values;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const answer = await app.api(method, path + query, body, key === undefined ? {} : { key });
  const validate = validatorOf(operation, answer.status);
  const problems = validate(answer.body) ? [] : validate.errors;
  expect({ operation, status: answer.status, problems }).toEqual({
    operation,
    status: answer.status,
    problems: [],
  });
  tried.add(operation);
  return answer;
}

it('resolves all of its references', () => {
  const known = Object.keys(document.components.schemas as object);
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]*)"/g)];
  expect(
    [...new Set(references.map(([, name = '']) => name))].filter((name) => !known.includes(name)),
  ).toEqual([]);
  expect(document.openapi).toBe('3.1.0');
});

it('describes every event that webhooks are sent, each with an example that is as it says', () => {
  const types = Object.keys(document.webhooks as object);
  expect(types).toEqual([...WEBHOOK_EVENT_TYPES, PING_EVENT_TYPE]);
  for (const type of types) {
    const { content } = document.components.pathItems[type].post.requestBody;
    const { schema, example } = content['application/json'];
    const validate = ajv.compile(inDocument(schema));
    expect([type, validate(example) ? [] : validate.errors]).toEqual([type, []]);
    expect([type, validate({ ...example, type: 'other' })]).toEqual([type, false]);
    if (!type.startsWith('receipt.'))
      expect([type, validate({ ...example, data: { ...example.data, object: {} } })]).toEqual([type, false]);
  }
});

it('needs no header, and says what the routes of people do', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item as Json).map((operation: Json) => ({ path, operation })),
  );
  const needed = operations.filter(({ operation }) =>
    (operation.parameters ?? []).some((one: Json) => one.in === 'header' && one.required),
  );
  expect(needed.map(({ path }) => path)).toEqual([]);
  const ofPeople = operations.filter(({ path }) => /\/(team|invites|audit-log|users\/me)\b/.test(path));
  expect(ofPeople.length).toBeGreaterThan(20);
  expect(ofPeople.filter(({ operation }) => !operation.summary).map(({ path }) => path)).toEqual([]);
  const { content } = document.paths['/v2/organizations/{organization_id}/audit-log'].get.responses['200'];
  expect(content['application/x-ndjson'].schema).toMatchObject({ type: 'string' });
});

it('describes the bodies that work', () => {
  const valid = (name: string, body: object) =>
    ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, body) ? [] : ajv.errors;
  expect(valid('CreateInvoiceBody', invoice())).toEqual([]);
  const full = invoice({
    address: { zip: '06000' },
    global: { periodicity: 'month', months: '01', year: 2026 },
    pdf_options: { codes: true, payroll_options: { puesto: true } },
    items: [line({}, { third_party: null, parts: [], property_tax_account: ['1'] })],
  });
  expect(valid('CreateInvoiceBody', full)).toEqual([]);
  expect(valid('CreateInvoiceBody', { ...full, global: null, address: null })).toEqual([]);
  expect(valid('CreateInvoiceBody', { ...full, payment_form: 3 })).toMatchObject([
    { instancePath: '/payment_form' },
  ]);
  expect(valid('CreateInvoiceBody', { ...full, global: { year: 'x' } })).not.toEqual([]);
  expect(valid('CustomerBody', universidad)).toEqual([]);
  expect(valid('ProductBody', ukelele)).toEqual([]);
});

describe('answers', () => {
  it('of invoices in every state', async () => {
    const one = '/invoices/{invoice_id}';
    const id = ({ body }: Answer) => ({ invoice_id: body.id as string });
    await check('POST /invoices', {}, { status: 'draft' });
    const draft = await check(
      'POST /invoices',
      {},
      {
        ...invoice({ customer: xochilt, pdf_options: { codes: false } }),
        status: 'draft',
      },
    );
    await check(`PUT ${one}`, id(draft), {
      conditions: 'x',
      related_documents: [{ relationship: '04', uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' }],
      items: [
        line(
          { local_taxes: [{ type: 'ISH', rate: 0.03 }], taxes: [{ factor: 'Exento' }] },
          {
            parts: [{ description: 'A', product_key: '60131324' }],
            third_party: {
              legal_name: 'KARLA FUENTE NOLASCO',
              tax_id: 'FUNK671228PH6',
              tax_system: '612',
              zip: '01160',
            },
          },
        ),
      ],
    });
    await check(`POST ${one}/stamp`, id(draft));
    const copy = await check(`POST ${one}/copy`, id(draft));
    await check(`DELETE ${one}`, { ...id(copy), query: '' });
    await check(`POST ${one}/email`, id(draft));
    await check(`DELETE ${one}`, { ...id(draft), query: '?motive=02' });
    expect((await check(`GET ${one}`, id(draft))).body.status).toBe('canceled');
    const late = await check('POST /invoices', {}, triggered('SANDBOX-OUTAGE'));
    expect(late.status).toBe(202);
    await check(`PUT ${one}/status`, id(late));
    const pending = await check('POST /invoices', {}, triggered('SANDBOX-CANCEL-PENDING'));
    await check(`DELETE ${one}`, { ...id(pending), query: '?motive=03' });
    const { body } = await check('GET /invoices');
    expect(body.data.length).toBe(4);
    const { next_cursor } = (await check('GET /invoices', { query: '?pagination=cursor&limit=2' })).body;
    await check('GET /invoices', { query: `?after=${encodeURIComponent(String(next_cursor))}` });
    await check('GET /invoices', { query: '?q=nothing' });
    const owed = await check('POST /invoices', {}, invoice({ payment_method: 'PPD', payment_form: '99' }));
    await check(`GET ${one}/payment-summary`, id(owed));
    await check('GET /sandbox/stamps');
    await check('GET /sandbox/clock');
    await check('POST /sandbox/clock', {}, { advance_to: new Date(Date.now() + 60_000).toISOString() });
    expect((await check('POST /sandbox/clock', {}, {})).status).toBe(400);
    await check('POST /sandbox/events', {}, { type: 'invoice.status_updated' });
    const supplied = await check('POST /sandbox/supplier-invoices', {}, { quantity: 2, total: 5_800 });
    const { uuid } = supplied.body.data[0];
    await check('POST /sandbox/supplier-invoices/{uuid}/cancel', { uuid });
    expect((await check(`GET ${one}`, { invoice_id: 'x' })).status).toBe(404);
    expect((await check('POST /invoices', {}, {})).status).toBe(400);
  });

  /** A form, whose answer is an invoice or what became of the files of a ZIP. */
  const checkDocuments = async (): Promise<void> => {
    const { legal } = await app.get('/organizations/me');
    const customer = { ...universidad, legal_name: legal.legal_name, tax_id: legal.tax_id };
    const address = { zip: legal.address.zip };
    const { key } = await app.newOrganization(await app.newUser(), 'Proveedora');
    const issued = { customer: { ...customer, tax_system: legal.tax_system, address } };
    const { id } = await app.post('/invoices', invoice(issued), { key });
    const { bytes } = await app.api('GET', `/invoices/${id}/xml`, undefined, { key });
    const files: readonly (readonly [Uint8Array | string, number])[] = [
      ['hola', 400],
      [bytes, 200],
      [zipOf({ 'a.xml': bytes, 'b.xml': 'x' }), 200],
    ];
    for (const [file, status] of files) {
      const answer = await app.api('POST', '/invoices/import', documentForm(file));
      const validate = validatorOf('POST /invoices/import', answer.status);
      expect([answer.status, validate(answer.body), validate.errors]).toEqual([status, true, null]);
    }
    tried.add('POST /invoices/import');
  };
  it('of files that are prepared, previews and download URLs', async () => {
    const one = '/invoices/{invoice_id}';
    const made = await check('POST /invoices', {}, invoice());
    const what = { invoice_id: made.body.id, format: 'xml' };
    await check(`GET ${one}/download-url/{format}`, what);
    await check(`DELETE ${one}`, { ...what, query: '?motive=02' });
    await check(`GET ${one}/cancellation_receipt/download-url/{format}`, what);
    await checkDocuments();
    await check('POST /invoices/preview', {}, invoice());
    await check('POST /invoices/preview', {}, {});
    await check('POST /invoices/preview', {}, invoice({ customer: 'a'.repeat(24), exchange: 1 }));
    await check('POST /invoices/preview/pdf/download-url', {}, invoice());
    const { timezone } = await app.get('/organizations/me');
    const [year, month] = new Intl.DateTimeFormat('en-CA', { timeZone: timezone })
      .format(new Date(made.body.date as string))
      .split('-')
      .map(Number);
    const zip = '/invoices/zip-requests/{zip_request_id}';
    const { body } = await check('POST /invoices/zip-requests', {}, { year, month });
    const request = { zip_request_id: body.id };
    await until(async () => (await check(`GET ${zip}`, request)).body.status === 'finished');
    await check(`GET ${zip}/download-url`, request);
    await check('GET /invoices/zip-requests');
  });

  it("of suppliers' cancellation requests", async () => {
    const key = await receiverOf(app);
    const asked = async (): Promise<string> => {
      const { id, uuid } = await app.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
      await importInto(app, id, key);
      await app.del(`/invoices/${id}?motive=02`);
      return uuid;
    };
    const [one, two] = [await asked(), await asked()];
    for (const query of ['', '?pagination=cursor&limit=1', '?status=pending', '?status=x'])
      await check('GET /cancellation-requests', { query }, undefined, key);
    await check('POST /cancellation-requests/{uuid}/accept', { uuid: one }, undefined, key);
    await check('POST /cancellation-requests/{uuid}/accept', { uuid: 'x' }, undefined, key);
    app.sandbox.faults.set('answer', 'outage', 1);
    for (let times = 0; times < 2; times += 1)
      await check('POST /cancellation-requests/{uuid}/reject', { uuid: two }, undefined, key);
  });

  it('of customers, suppliers and products', async () => {
    const customer = await check('POST /customers', {}, innovacion);
    expect((await check('POST /customers', {}, innovacion)).status).toBe(200);
    const who = { customer_id: customer.body.id };
    await check('GET /customers/{customer_id}', who);
    await check('GET /customers/{customer_id}/tax-info-validation', who);
    await check('PUT /customers/{customer_id}', who, { phone: '1' });
    const query = '?createEditLink=true';
    expect((await check('POST /customers', { query }, {})).body.legal_name).toBeNull();
    expect((await check('PUT /customers/{customer_id}', { ...who, query }, {})).body.edit_link).toBeTruthy();
    await check('POST /customers/{customer_id}/email-edit-link', who, { email: 'a@example.com' });
    await check('POST /customers/{customer_id}/email-edit-link', who);
    await check('GET /customers');
    await check('DELETE /customers/{customer_id}', who);
    const supplier = await check('POST /suppliers', {}, innovacion);
    expect((await check('POST /suppliers', {}, innovacion)).status).toBe(200);
    const from = { supplier_id: supplier.body.id };
    await check('GET /suppliers/{supplier_id}', from);
    await check('PUT /suppliers/{supplier_id}', from, { phone: '1' });
    await check('GET /suppliers', { query: '?pagination=cursor' });
    await check('GET /suppliers');
    await check('DELETE /suppliers/{supplier_id}', from);
    await check('GET /customers/proposals');
    await check('GET /products/proposals');
    const product = await check('POST /products', {}, ukelele);
    const what = { product_id: product.body.id };
    await check('GET /products/{product_id}', what);
    await check('PUT /products/{product_id}', what, { sku: 'x' });
    await check('GET /products', { query: '?pagination=cursor' });
    await check('DELETE /products/{product_id}', what);
  });

  /** Addresses for mails, and the list of one of the demo organization's. */
  const checkInboundMail = async (other: Json, key: string): Promise<void> => {
    const path = '/organizations/{organization_id}/inbound-address';
    await check(`GET ${path}`, other, undefined, key);
    for (const body of [{ environment: 'live' }, { environment: 'x' }])
      await check(`POST ${path}/renew`, other, body, key);
    const ours = `/organizations/${app.demo.organization_id}/inbound-address`;
    const { test } = await app.get(ours, { key: app.demo.user_key });
    const attachments = [{ filename: 'malo.xml', content: '<x xmlns="http://www.sat.gob.mx/cfd/4"/>' }];
    const receive = 'POST /inbound-mail';
    const raw = await mailOf({ to: test.address, attachments });
    for (const headers of [{}, {}, { authorization: 'Bearer otro' }, { 'content-type': 'text/plain' }]) {
      const { status, body } = await postMail(app, raw, headers);
      const problems = validatorOf(receive, status);
      expect([status, problems(body) ? [] : problems.errors]).toEqual([status, []]);
    }
    tried.add(receive);
    const described = document.paths['/v2/inbound-mail'].post;
    expect(Object.keys(described.requestBody.content)).toEqual(['multipart/form-data', 'message/rfc822']);
    expect(described.security).toEqual([{ mailProvider: [] }, { mailProviderBasic: [] }]);
    expect([described['x-public'], described['x-keys']]).toEqual([undefined, undefined]);
    for (const query of ['', '?pagination=cursor']) await check('GET /inbound-mails', { query });
  };
  /** Files are no JSON: sent by themselves, and their answers looked at as any. */
  const checkImports = async (): Promise<void> => {
    for (const [file, status] of [
      ['precio\nx\n', 202],
      ['precio\nx\n', 200],
      ['color\n', 400],
    ] as const) {
      const headers = { 'content-type': 'text/csv' };
      const { body, ...answer } = await app.api('POST', '/receipts/import', Buffer.from(file), { headers });
      // The same file may not have been read yet.
      expect([status, 202]).toContain(answer.status);
      const validate = validatorOf('POST /receipts/import', answer.status);
      expect([validate(body), validate.errors]).toEqual([true, null]);
      tried.add('POST /receipts/import');
      if (answer.status > 299) continue;
      await check('GET /receipts/imports/{import_id}', { import_id: body.id });
    }
    await check('GET /receipts/imports/{import_id}', { import_id: 'x' });
    await check('GET /receipts/imports');
  };
  it('of downloads', async () => {
    const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
    const asked = { kind: 'issued', from: today, to: today };
    const one = '/downloads/{download_id}';
    for (const format of ['xml', 'metadata']) {
      const { body } = await check('POST /downloads', {}, { ...asked, format });
      const which = { download_id: body.id };
      await until(async () => (await app.get(`/downloads/${body.id}`)).status === 'finished');
      await check(`GET ${one}`, which);
      await check(`GET ${one}/differences`, { ...which, query: '?limit=1' });
      await check(`DELETE ${one}`, which);
    }
    await check('POST /downloads', {}, { ...asked, kind: 'lost' });
    await check('GET /downloads', { query: '?limit=1' });
    const user = await app.newUser();
    const { id } = await app.newOrganization(user);
    const live: string = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
    await check('GET /downloads/daily', {}, undefined, live);
    await check('PUT /downloads/daily', {}, { kinds: ['received'], format: 'xml' }, live);
    await check('PUT /downloads/daily', {}, { kinds: ['lost'] }, live);
    for (const route of [`GET ${one}`, `DELETE ${one}`, `GET ${one}/differences`])
      await check(route, { download_id: 'x' });
  });

  it('of receipts', async () => {
    const one = '/receipts/{receipt_id}';
    const { body } = await check('POST /receipts', {}, sale({ customer: xochilt, branch: 'Centro' }));
    const which = { receipt_id: body.id };
    await check('POST /receipts', {}, sale({ items: [] }));
    for (const receipts of [[sale(), sale({ items: [] }), {}], []])
      await check('POST /receipts/batch', {}, { receipts });
    await checkImports();
    await check(`GET ${one}`, which);
    await check(`GET ${one}`, { receipt_id: 'x' });
    await check(`PUT ${one}`, which, { customer: universidad });
    await check(`PUT ${one}`, which, {});
    await check(`GET ${one}/download-url/pdf`, which);
    await check(`POST ${one}/email`, which, { email: 'a@example.com' });
    for (const lines of [[{ item: 0, quantity: 2 }], [{ item: 'x' }]])
      await check(`POST ${one}/refunds`, which, { lines });
    for (const query of ['', '?pagination=cursor&limit=1', '?status=open', '?status=x'])
      await check('GET /receipts', { query });
    for (const query of ['', '?size=letter', '?size=x'])
      await check(`GET ${one}/download-url/pdf`, { ...which, query });
    for (const email of [{ email: 'a@example.com' }, { email: 'x' }])
      await check(`POST ${one}/email`, which, email);
    for (const status of [200, 409]) expect((await check(`DELETE ${one}`, which)).status).toBe(status);
    await check('POST /receipts', {}, sale({ date: new Date(Date.now() - 86_400_000).toISOString() }));
    for (const query of ['', '?from=2026-11-19&to=2026-11-21', '?to=x'])
      await check('GET /receipts/summary', { query });
  });

  it('of invoices of receipts', async () => {
    const sell = () => app.post('/receipts', sale({ customer: xochilt }));
    const [one, two] = [await sell(), await sell()];
    const invoicing = 'POST /receipts/{receipt_id}/invoice';
    for (const status of [200, 409])
      expect((await check(invoicing, { receipt_id: one.id }, {})).status).toBe(status);
    const keys = [two.key];
    await check('POST /receipts/to-invoice', {}, { keys, dry_run: true });
    for (const rest of ['', '/pdf', '/download-url'])
      await check(`POST /receipts/to-invoice/preview${rest}`, {}, { keys: [] });
    await check('POST /receipts/to-invoice/preview/download-url', {}, { keys });
    for (const _ of [1, 2]) await check('POST /receipts/to-invoice', {}, { keys });
    const refunds = 'POST /receipts/{receipt_id}/refunds';
    const sold = await sell();
    await check(refunds, { receipt_id: sold.id }, { lines: [{ item: 0, quantity: 0.5 }], reason: 'Roto' });
    for (const _ of [1, 2, 3]) await check(refunds, { receipt_id: sold.id }, {});
    const day = new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
    const days = { from: day, to: day, periodicity: 'day' };
    await sell();
    for (const body of [{ ...days, dry_run: true }, days, days, { periodicity: 'year' }])
      await check('POST /receipts/global-invoice', {}, body);
  });

  it('of retentions', async () => {
    const one = '/retentions/{retention_id}';
    const data = {
      DividOUtil: {
        ...{ CveTipDivOUtil: '01', MontISRAcredRetMexico: 100, MontISRAcredRetExtranjero: 0 },
        TipoSocDistrDiv: 'Sociedad Nacional',
      },
    };
    const dividendos = { cve_retenc: '14', complements: [{ type: 'dividendos', data }] };
    const { body } = await check('POST /retentions', {}, retention({ ...dividendos, addenda: '<a/>' }));
    const which = { retention_id: body.id };
    expect(body.status).toBe('valid');
    await check('POST /retentions', {}, retention({ desc_retenc: 'SANDBOX-OUTAGE-LONG' }));
    await check('POST /retentions', {}, retention({ periodo: null }));
    await check(`GET ${one}`, which);
    await check(`GET ${one}`, { retention_id: 'x' });
    const copy = { retention_id: (await check(`POST ${one}/copy`, which)).body.id };
    await check(`PUT ${one}`, copy, { complements: [], cve_retenc: '25' });
    await check(`PUT ${one}`, copy, { cve_retenc: 'x' });
    await check(`POST ${one}/stamp`, copy);
    await check(`PUT ${one}`, copy, { desc_retenc: 'Otra' });
    await check(`POST ${one}/stamp`, copy);
    for (const query of ['', '?pagination=cursor&limit=1', '?status=draft', '?status=x'])
      await check('GET /retentions', { query });
    await check(`PUT ${one}/status`, which);
    for (const query of ['', '?limit=1&page=2', '?limit=x'])
      await check(`GET ${one}/history`, { ...which, query });
    await check(`POST ${one}/email`, which, { email: ['a@example.com'] });
    await check(`POST ${one}/email`, copy);
    for (const format of ['pdf', 'xml', 'zip', 'exe'])
      await check(`GET ${one}/download-url/{format}`, { ...which, format });
    const receipt = { ...which, format: 'xml' };
    await check(`GET ${one}/cancellation_receipt/download-url/{format}`, receipt);
    for (const status of [200, 409]) expect((await check(`DELETE ${one}`, which)).status).toBe(status);
    await check(`GET ${one}/cancellation_receipt/download-url/{format}`, receipt);
    await check(`PUT ${one}/status`, which);
  });

  it('of events', async () => {
    await check('POST /invoices', {}, triggered('SANDBOX-REFUSED'));
    const { body } = await check('GET /events', { query: '?limit=100' });
    expect(body.data.length).toBeGreaterThan(0);
    for (const query of ['?pagination=cursor&limit=1', '?type=invoice.stamping_refused', '?type=x'])
      await check('GET /events', { query });
    await check('GET /events/{event_id}', { event_id: (body.data as Json[])[0].id });
    await check('GET /events/{event_id}', { event_id: 'x' });
  });

  it('of webhooks', async () => {
    const hook = { url: 'https://example.com/a', enabled_events: ['*'], headers: { 'X-A': 'b' } };
    const { body } = await check('POST /webhooks', {}, hook);
    const which = { webhook_id: body.id };
    expect((await check('POST /webhooks', {}, hook)).status).toBe(200);
    await check('POST /webhooks', {}, { ...hook, url: 'https://10.0.0.1' });
    for (const query of ['', '?pagination=cursor&limit=1']) await check('GET /webhooks', { query });
    await check('GET /webhooks/{webhook_id}', which);
    await check('PUT /webhooks/{webhook_id}', which, { status: 'disabled', payload: 'thin' });
    await check('PUT /webhooks/{webhook_id}', which, { status: 'off' });
    await check('GET /webhooks/{webhook_id}/secret', which);
    await check('POST /webhooks/{webhook_id}/rotate-secret', which);
    // Nobody listens there.
    await check('PUT /webhooks/{webhook_id}', which, { url: 'http://127.0.0.1:1/a' });
    const { attempt } = (await check('POST /webhooks/{webhook_id}/ping', which)).body;
    expect(attempt).toMatchObject({ status_code: null, error: expect.any(String) });
    for (const query of ['', '?pagination=cursor&limit=1', '?kind=both'])
      await check('GET /webhooks/{webhook_id}/attempts', { ...which, query });
    for (const attempt_id of [attempt.id, body.id]) {
      await check('GET /webhooks/{webhook_id}/attempts/{attempt_id}', { ...which, attempt_id });
      await check('POST /webhooks/{webhook_id}/attempts/{attempt_id}/redeliver', { ...which, attempt_id });
    }
    for (const status of ['disabled', 'enabled']) {
      await check('PUT /webhooks/{webhook_id}', which, { status });
      const since = '2026-01-01';
      await check('POST /webhooks/{webhook_id}/resend-failed', which, { since });
      await check('POST /webhooks/{webhook_id}/replay', which, { from: since });
    }
    await check('GET /webhooks/{webhook_id}', which);
    const event = {
      id: body.id,
      created_at: body.created_at,
      livemode: false,
      organization: body.organization,
    };
    const payload = { ...event, type: 'invoice.status_updated', data: { type: 'invoice', object: {} } };
    const signature = createHmac('sha256', body.secret as string)
      .update(JSON.stringify(payload))
      .digest('hex');
    for (const secret of [body.secret, 'whsec_other'])
      await check('POST /webhooks/validate-signature', {}, { secret, payload, signature });
    for (const status of [200, 404])
      expect((await check('DELETE /webhooks/{webhook_id}', which)).status).toBe(status);
  });

  it('of catalogues, and of what happened to invoices', async () => {
    const paths = Object.keys(document.paths as object).map((path) => path.replace('/v2', ''));
    for (const path of paths.filter((one) => /^\/(catalogs|products\/(keys|units)$)/.test(one)))
      for (const query of ['?q=c', '?q=c&pagination=cursor&limit=1', '?q=xyzzy', '?q=c&limit=0'])
        await check(`GET ${path}`, { query, ...(path.endsWith('{name}') && { name: 'countries' }) });
    for (const name of ['cfdi-uses', 'currencies', 'tax-rates', 'payroll-deductions', 'nothing'])
      await check('GET /catalogs/sat/{name}', { name });
    const history = 'GET /invoices/{invoice_id}/history';
    const draft = await check('POST /invoices', {}, { ...triggered('SANDBOX-REFUSED'), status: 'draft' });
    const what = { invoice_id: draft.body.id };
    await check('PUT /invoices/{invoice_id}', what, { series: 'B', folio_number: 5, conditions: null });
    await check('POST /invoices/{invoice_id}/stamp', what);
    expect((await check(history, what)).body.data[0].errors).toHaveLength(1);
    const stamped = await check('POST /invoices', {}, invoice());
    await check('DELETE /invoices/{invoice_id}', { invoice_id: stamped.body.id, query: '?motive=02' });
    await check(history, { invoice_id: stamped.body.id, query: '?pagination=cursor&limit=1' });
    await check(history, { invoice_id: 'x' });
  });

  it('of organizations and the rest', async () => {
    const { user_key, organization_id } = app.demo;
    const own = { organization_id };
    await check('GET /organizations', {}, undefined, user_key);
    const { body } = await check('POST /organizations', {}, { name: 'Otra' }, user_key);
    await check('GET /organizations/{organization_id}', own, undefined, user_key);
    await check('GET /organizations/me');
    await check('GET /organizations/{organization_id}/apikeys/test', own, undefined, user_key);
    const other = { organization_id: body.id };
    await check('PUT /organizations/{organization_id}/apikeys/test', other, undefined, user_key);
    const onboarding = 'POST /organizations/{organization_id}/onboarding-link';
    for (const key of [user_key, 'sk_user_x'])
      expect((await check(onboarding, other, undefined, key)).status).toBe(key === user_key ? 200 : 401);
    const invites = '/organizations/{organization_id}/team/invites';
    const email = `${body.id}@example.org`;
    for (const how of [{ email }, { email, role: '0'.repeat(24) }, { correo: email }])
      await check(`POST ${invites}`, other, how, user_key);
    const { body: sentInvites } = await check(`GET ${invites}`, other, undefined, user_key);
    const invite = { invite_key: sentInvites[0].id };
    const response = 'POST /organizations/invites/{invite_key}/response';
    for (const how of [{ accept: true }, {}]) await check(response, invite, how, user_key);
    await check('GET /organizations/invites/pending', {}, undefined, user_key);
    const cancel = `DELETE ${invites}/{invite_key}`;
    for (const status of [200, 404])
      expect((await check(cancel, { ...other, ...invite }, undefined, user_key)).status).toBe(status);
    const live = '/organizations/{organization_id}/apikeys/live';
    for (const how of [undefined, { name: 'A' }, { nombre: 'A' }])
      await check(`PUT ${live}`, other, how, user_key);
    const { body: liveKeys } = await check(`GET ${live}`, other, undefined, user_key);
    const [first, second] = liveKeys.map(({ id }: Json) => ({ ...other, key_id: id }));
    await check(`PUT ${live}`, other, { replaces: first.key_id }, user_key);
    await check(`PUT ${live}/{key_id}`, first, undefined, user_key);
    await check(`DELETE ${live}/{key_id}`, second, undefined, user_key);
    await check(`DELETE ${live}/{key_id}`, second, undefined, user_key);
    const legal = { name: 'A', legal_name: 'A', tax_system: '601', address: { zip: '06000' } };
    await check('PUT /organizations/{organization_id}/legal', other, legal, user_key);
    for (const setting of ['certificate', 'fiel'] as const) {
      const operation = `/organizations/{organization_id}/${setting}`;
      const answer = await upload(app, other.organization_id, { password: 'x' }, { key: user_key, setting });
      expect(validatorOf(`PUT ${operation}`, answer.status)(answer.body)).toBe(true);
      tried.add(`PUT ${operation}`);
      await check(`DELETE ${operation}`, other, undefined, user_key);
    }
    const csd = await app.sandbox.issueCsd({ rfc: 'EKU9003173C9', nombre: 'A' });
    const set = await upload(app, other.organization_id, csd, { key: user_key });
    expect([
      set.status,
      validatorOf('PUT /organizations/{organization_id}/certificate', 200)(set.body),
    ]).toEqual([200, true]);
    const at = (setting: string) => `PUT /organizations/{organization_id}/${setting}`;
    const look = { color: '#102030', pdf_extra: { codes: false } };
    await check(at('customization'), other, look, user_key);
    await check(at('receipts'), other, { periodicity: 'week', duration_days: 3 }, user_key);
    await check(at('self-invoice'), other, { allowed_cfdi_uses: ['G03', 'G03'] }, user_key);
    await check(at('self-invoice'), other, { support_email: 'ayuda@otra.example' }, user_key);
    await check('GET /organizations/domain-check', { query: '?domain=otra' }, undefined, user_key);
    await check('PUT /organizations/domain-check', {}, { domain: 'otra' }, user_key);
    await checkInboundMail(other, user_key);
    await check('GET /organizations/{organization_id}/pacs', other, undefined, user_key);
    const account = { finkok: { user: 'otra@otra.example', password: 'clave' }, sw: { token: 'a.b.c' } };
    await check(at('pacs'), other, { order: ['sw'], credentials: account, pac: 'finkok' }, user_key);
    await check(at('pacs'), other, { order: ['sw', 'sw'], credentials: { sw: {} } }, user_key);
    await check(at('pacs'), other, { pac: 'sandbox', manifests: { sw: true } }, user_key);
    const manifest = 'POST /organizations/{organization_id}/pacs/{pac}/manifest';
    for (const body of [undefined, { email: 'no' }, formOf({ password: 'x' })])
      await check(manifest, { ...other, pac: 'sw' }, body, user_key);
    await check(manifest, { ...other, pac: 'otro' }, undefined, user_key);
    await check(`${manifest}-link`, { ...other, pac: 'sw' }, undefined, user_key);
    await check(`${manifest}-link`, { ...other, pac: 'finkok' }, { email: 'no' }, user_key);
    await check(at('domain'), other, { domain: 'otra' }, user_key);
    await check(at('domain'), other, { domain: 'otra-mas' }, user_key);
    await check('PUT /organizations/{organization_id}/logo', other, formWith(pngOf('c81e1e')), user_key);
    await check('PUT /organizations/{organization_id}/logo', other, formWith(Buffer.from('x')), user_key);
    const group = '/organizations/{organization_id}/series-group';
    const named = { ...other, series_name: 'FAC' };
    const fac = { series: 'FAC', next_folio: 1, next_folio_test: 5 };
    for (const series of [fac, fac]) await check(`POST ${group}`, other, series, user_key);
    await check(`GET ${group}`, other, undefined, user_key);
    await check(`PUT ${group}/default-series`, other, { type: 'I', series: 'FAC' }, user_key);
    await check(`PUT ${group}/{series_name}`, named, { next_folio_test: 9 }, user_key);
    await check(`PUT ${group}/default-series`, other, { type: 'I', series: null }, user_key);
    for (const _ of [1, 2]) await check(`DELETE ${group}/{series_name}`, named, undefined, user_key);
    await team(body.id, user_key);
    const log = 'GET /organizations/{organization_id}/audit-log';
    for (const query of ['', '?pagination=cursor&limit=3', '?outcome=denied', '?outcome=x'])
      await check(log, { ...other, query }, undefined, user_key);
    const gone = await check('DELETE /organizations/{organization_id}', other, undefined, user_key);
    expect(gone.body.deletes_at).toEqual(expect.any(String));
    await check('GET /organizations/{organization_id}', other, undefined, user_key);
    await check('PUT /organizations/{organization_id}/legal', other, legal, user_key);
    await check('POST /organizations/{organization_id}/restore', other, undefined, user_key);
    const wrong = { ...other, query: '?archive=x' };
    await check('DELETE /organizations/{organization_id}', wrong, undefined, user_key);
    const key = await app.newUser();
    await check('GET /users/me', {}, undefined, key);
    await check('GET /users/me', {}, undefined, user_key);
    await check('POST /users/me/keys', {}, undefined, key);
    const { body: keys } = await check('GET /users/me/keys', {}, undefined, key);
    await check('DELETE /users/me/keys/{key_id}', { key_id: keys[0].id }, undefined, key);
    await check('GET /check');
    const { id: document_id } = await app.post('/invoices', triggered('SANDBOX-TIMEOUT-BEFORE'));
    await until(async () => (await app.get('/stamping/doubts')).data.length > 0);
    await check('GET /stamping/doubts');
    const force = 'POST /stamping/doubts/{document_id}/force';
    await check(force, { document_id }, { pac: 'finkok' });
    await check(force, { document_id }, { pac: 'finkok', accept_risk: true });
    await check(force, { document_id: 'x' }, { pac: 'finkok', accept_risk: true });
    for (const tax_id of ['DEF010101AAA', 'EKU9003173C9', 'EKU', ''])
      await check('GET /tools/tax_id_validation', { query: `?tax_id=${tax_id}` });
  });

  async function team(organization_id: string, key: string): Promise<void> {
    const own = { organization_id };
    const path = '/organizations/{organization_id}/team';
    const { userId: access_id } = await addMember(app.runtime, organization_id);
    const member = { ...own, access_id };
    const asked = { name: 'Caja', template_code: 'org-billing', add: ['read.audit_log.list'] };
    const { body: role } = await check(`POST ${path}/roles`, own, asked, key);
    for (const wrong of [{ name: 'CAJA' }, { name: 'A', add: ['x'] }, { name: 'A', template_code: 'x' }])
      await check(`POST ${path}/roles`, own, wrong, key);
    for (const list of ['', '/roles', '/roles/templates', '/roles/operations'])
      await check(`GET ${path}${list}`, own, undefined, key);
    for (const role_id of [role.id, 'x']) {
      await check(`GET ${path}/roles/{role_id}`, { ...own, role_id }, undefined, key);
      await check(`PUT ${path}/roles/{role_id}`, { ...own, role_id }, { remove: [] }, key);
    }
    await check(`GET ${path}/{access_id}`, member, undefined, key);
    await check(`PUT ${path}/{access_id}/role`, member, { role: role.id }, key);
    await check(`DELETE ${path}/roles/{role_id}`, { ...own, role_id: role.id }, undefined, key);
    await check(`POST ${path}/{access_id}/ownership`, member, { share: true }, key);
    await check(`DELETE ${path}/{access_id}/ownership`, member, undefined, key);
    await check(`DELETE ${path}/{access_id}`, member, undefined, key);
    await addMember(app.runtime, organization_id, { role: role.id });
    await check(`DELETE ${path}/roles/{role_id}`, { ...own, role_id: role.id }, undefined, key);
    await check(`DELETE ${path}/{access_id}`, member, undefined, key);
    await check(`DELETE ${path}/{access_id}/ownership`, { ...own, access_id: 'x' }, undefined, key);
  }

  it('were checked for every operation except files', () => {
    const operations = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace('/v2', '')}`),
    );
    const left = operations.filter((one) => !tried.has(one)).sort();
    expect(left).toEqual([
      'GET /events/stream',
      'GET /exports/invoices.csv',
      'GET /exports/invoices.xlsx',
      'GET /exports/taxes.csv',
      'GET /exports/taxes.xlsx',
      'GET /files',
      'GET /healthz',
      'GET /invoices/zip-requests/{zip_request_id}/zip',
      'GET /invoices/{invoice_id}/cancellation_receipt/{format}',
      'GET /invoices/{invoice_id}/{format}',
      'GET /logos/{organization_id}/{file}',
      'GET /readyz',
      'GET /receipts/{receipt_id}/pdf',
      'GET /receipts/{receipt_id}/ticket',
      'GET /retentions/{retention_id}/cancellation_receipt/{format}',
      'GET /retentions/{retention_id}/{format}',
      'POST /invoices/preview/pdf',
    ]);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
