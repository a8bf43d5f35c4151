import { line, sale, ukelele, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A shop sells: receipts as its point of sale makes, finds, assigns, cancels and adds them up. */

const DAY = 86_400_000;

let app: TestApp;
let user: string;
let shop: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
  shop = await app.newOrganization(user, 'Tienda');
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.api(method, `/receipts${path}`, body, { key: shop.key, headers });
const make = (fields: object = {}) => app.post('/receipts', sale(fields), { key: shop.key });
const told = ({ status, body }: Answer) => [status, body.code, body.path ?? body.errors?.[0]?.path];
const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await api('GET', `?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ id }: Json) => id as string);
};

describe('a sale', () => {
  it('is answered whole by the SDK, with what was left unsaid', async () => {
    const { receipts } = app.sdk(shop.key);
    const before = Date.now();
    const made: Json = await receipts.create({
      items: [{ quantity: 2, product: { ...ukelele, sku: 'UKE-1' } }],
      ...{ payment_form: '04', branch: 'Centro', external_id: 'POS-7' },
    });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...{ livemode: false, organization: shop.id, api_version: 2, status: 'open', payment_form: '04' },
      key: expect.stringMatching(/^[ABCDEFGHJKMNPQRSTUVWXYZ2-9]{8}$/),
      ...{ total: 691.2, subtotal: 595.86, discount: 0, currency: 'MXN', exchange: 1 },
      taxes: [{ type: 'IVA', rate: 0.16, amount: 95.34, withholding: false }],
      ...{ branch: 'Centro', external_id: 'POS-7', idempotency_key: null, folio_number: expect.any(Number) },
      ...{ invoice: null, customer: null, customer_info: null, address: null, refunds: [] },
      items: [{ quantity: 2, discount: 0, product: { description: 'Ukelele', price: 345.6, sku: 'UKE-1' } }],
    });
    expect(made.self_invoice_url).toMatch(new RegExp(`^http://.*/demo/${made.key}$`));
    expect(Date.parse(made.date)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.parse(made.date));
    expect(await receipts.retrieve(made.id)).toEqual(made);
    const next: Json = await receipts.create(sale());
    expect(next.folio_number).toBe(made.folio_number + 1);
  });

  it('has a customer and products by their ids, or described in place, and its own date and folio', async () => {
    const key = { key: shop.key };
    const { id: customer } = await app.post('/customers', xochilt, key);
    const { id: product } = await app.post('/products', { ...ukelele, price: 10 }, key);
    const date = new Date(Date.now() - 3 * DAY).toISOString();
    const made = await make({
      customer,
      items: [{ product }],
      date,
      folio_number: 9_000,
      address: { zip: '06000' },
    });
    expect(made).toMatchObject({
      ...{ customer, date, folio_number: 9_000, total: 10, address: { zip: '06000' } },
      customer_info: { id: customer, tax_id: xochilt.tax_id },
      items: [{ product: { id: product, price: 10 } }],
    });
    expect((await make({ customer: xochilt })).customer).toBe(customer);
  });

  it('shows the domain that the organization chooses later', async () => {
    const mine = await app.newOrganization(user, 'Con dominio');
    const receipt = await app.post('/receipts', sale(), { key: mine.key });
    await app.put(
      `/organizations/${mine.id}/self-invoice`,
      { support_email: 'a@example.com' },
      { key: user },
    );
    await app.put(`/organizations/${mine.id}/domain`, { domain: 'con-dominio' }, { key: user });
    const url = expect.stringMatching(new RegExp(`/con-dominio/${receipt.key}$`));
    expect(await app.get(`/receipts/${receipt.id}`, { key: mine.key })).toMatchObject({
      self_invoice_url: url,
    });
    const { data } = await app.get('/receipts', { key: mine.key });
    expect(data).toMatchObject([{ key: receipt.key, self_invoice_url: url }]);
  });

  it.each<[string, object, string, string]>([
    ['nothing', { items: undefined, payment_form: undefined }, 'invalid_request', 'items'],
    ['no items', { items: [] }, 'invalid_request', 'items'],
    ['no form of payment', { payment_form: null }, 'invalid_request', 'payment_form'],
    ['a form that there isn’t', { payment_form: '98' }, 'invalid_request', 'payment_form'],
    ['a price that is none', { items: [line({ price: 'x' })] }, 'invalid_request', 'items.0.product.price'],
    ['a price below zero', { items: [line({ price: -1 })] }, 'invalid_request', 'items.0.product.price'],
    [
      'a product nobody has',
      { items: [{ product: '0'.repeat(24) }] },
      'product_not_found',
      'items.0.product',
    ],
    [
      'a key that SAT has not',
      { items: [line({ product_key: '1' })] },
      'product_key_not_found',
      'items.0.product.product_key',
    ],
    ['a customer nobody has', { customer: '0'.repeat(24) }, 'customer_not_found', 'customer'],
    ['a customer without RFC', { customer: { legal_name: 'A' } }, 'invalid_request', 'customer.tax_id'],
    ['tomorrow', { date: new Date(Date.now() + DAY).toISOString() }, 'invalid_request', 'date'],
    ['a day that never was', { date: '2026-02-30' }, 'invalid_date', 'date'],
    ['dollars without a rate', { currency: 'USD' }, 'invalid_request', 'exchange'],
    ['money that nobody has', { currency: 'ZZZ' }, 'invalid_request', 'currency'],
    ['a folio of zero', { folio_number: 0 }, 'invalid_request', 'folio_number'],
    ['a state of its own', { status: 'canceled' }, 'invalid_request', 'status'],
    ['a field that there isn’t', { sucursal_id: 1 }, 'invalid_request', 'sucursal_id'],
  ])('is refused with %s, in both languages', async (_, fields, code, path) => {
    const messages = await Promise.all(
      (['es', 'en'] as const).map(async (language) => {
        const answer = await app.api('POST', '/receipts', sale(fields), { key: shop.key, language });
        expect(told(answer)).toEqual([400, code, path]);
        return answer.body.message as string;
      }),
    );
    expect(new Set(messages).size).toBe(2);
  });

  it('is told everything that is wrong with it at once', async () => {
    const items = [line({ price: 'x' }), line({ product_key: '1' })];
    const { body } = await api(
      'POST',
      '',
      sale({ items, payment_form: '98', currency: 'USD', folio_number: 0 }),
    );
    expect(body.code).toBe('invalid_request');
    expect(body.errors.map(({ path, code }: Json) => `${path} ${code}`).sort()).toEqual([
      'exchange required',
      'folio_number too_small',
      'items.0.product.price invalid_type',
      'items.1.product.product_key product_key_not_found',
      'payment_form invalid_value',
    ]);
  });

  it('is made once for each key, and once for each request with one in its header', async () => {
    const once = await make({ idempotency_key: 'venta-1' });
    const again = await api('POST', '', sale({ idempotency_key: 'venta-1' }));
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_key_in_use']);
    expect(again.body.resource_id).toBe(once.id);
    const header = { 'idempotency-key': 'venta-2' };
    const both = await Promise.all([1, 2].map(() => api('POST', '', sale(), header)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(both.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(1);
    const other = await api('POST', '', sale({ branch: 'Sur' }), header);
    expect([other.status, other.body.code, other.body.resource_id]).toEqual([
      ...[409, 'idempotency_key_in_use', both[0]?.body.id],
    ]);
    // A refused one burns no key.
    const third = { 'idempotency-key': 'venta-3' };
    expect((await api('POST', '', sale({ payment_form: '98' }), third)).status).toBe(400);
    expect((await api('POST', '', sale(), third)).status).toBe(200);
  });
});

describe('sales', () => {
  it('are found by what a shop knows of them', async () => {
    const customer = (await app.post('/customers', universidad, { key: shop.key })).id as string;
    const date = new Date(Date.now() - 5 * DAY).toISOString();
    const items = [line({ description: 'Café de Ñandú', sku: 'CAF-1' })];
    const found = await make({
      customer,
      items,
      date,
      payment_form: '28',
      branch: 'Norte',
      external_id: 'X-1',
    });
    const only = [found.id];
    for (const query of [
      ...[
        'q=nandu',
        'q=cafe%20de%20%C3%B1andu',
        'q=CAF-1',
        `customer=${customer}`,
        'payment_form=28',
        'branch=Norte',
        'external_id=X-1',
      ],
      ...[`key=${found.key}`, `key=${found.key.toLowerCase()}`, `folio_number=${found.folio_number}`],
      `date[gte]=${date}&date[lte]=${date}`,
      `date%5Bgte%5D=${date}&date%5Blt%5D=${new Date(Date.parse(date) + 1000).toISOString()}`,
    ])
      expect([query, await idsOf(query)]).toEqual([query, only]);
    for (const query of ['q=nothing', `invoice=${'0'.repeat(24)}`, 'key=AAAAAAAA', 'branch=norte'])
      expect([query, await idsOf(query)]).toEqual([query, []]);
    await api('DELETE', `/${found.id}`);
    expect(await idsOf('status=canceled')).toEqual(only);
    for (const query of ['status[]=canceled&branch=Norte', 'status=canceled,open&branch=Norte'])
      expect(await idsOf(query)).toEqual(only);
    expect(await idsOf('status=open&branch=Norte')).toEqual([]);
  });

  it('are listed by when they were sold, the latest first, in pages and by cursors', async () => {
    const { body } = await api('GET', '?limit=100');
    const dates = body.data.map(({ date }: Json) => date as string);
    expect(dates).toEqual([...dates].sort().reverse());
    const walked: string[] = [];
    for (let query = '?pagination=cursor&limit=4'; query !== '';) {
      const page: Json = (await api('GET', query)).body;
      walked.push(...page.data.map(({ id }: Json) => id as string));
      query = page.next_cursor === null ? '' : `?limit=4&after=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(walked).toEqual(body.data.map(({ id }: Json) => id as string));
    expect((await api('GET', '?page=2&limit=3')).body).toMatchObject({
      page: 2,
      data: body.data.slice(3, 6),
    });
  });

  it.each([
    ['status=paid', 'invalid_request', 'status.0'],
    ['customer=ana', 'invalid_request', 'customer'],
    ['date[gte]=2026-02-30', 'invalid_date', 'date.gte'],
    ['date[gte]=2026-03-02&date[lt]=2026-03-01', 'invalid_date_range', 'date'],
    ['page=61&limit=50', 'page_too_large', 'page'],
  ])('are not listed with %s', async (query, code, path) =>
    expect(told(await api('GET', `?${query}`))).toEqual([400, code, path]),
  );
});

describe('an open receipt', () => {
  it('is assigned to a customer, by id or in place', async () => {
    const { id } = await make();
    const { body } = await api('PUT', `/${id}`, { customer: universidad });
    expect(body).toMatchObject({ id, status: 'open', customer_info: { tax_id: universidad.tax_id } });
    expect((await api('GET', `/${id}`)).body).toEqual(body);
    const other = (await app.post('/customers', xochilt, { key: shop.key })).id as string;
    expect((await api('PUT', `/${id}`, { customer: other })).body.customer).toBe(other);
    for (const [wrong, code, path] of [
      [{}, 'invalid_request', 'customer'],
      [{ customer: null }, 'invalid_request', 'customer'],
      [{ customer: '0'.repeat(24) }, 'customer_not_found', 'customer'],
      [{ customer: { legal_name: 'A' } }, 'invalid_request', 'customer.tax_id'],
    ] as const)
      expect(told(await api('PUT', `/${id}`, wrong))).toEqual([400, code, path]);
  });

  it('is changed by the one of two who saw it as it is, and is not sent again to who knows it', async () => {
    const { id } = await make();
    const read = await api('GET', `/${id}`);
    const tag = read.headers.get('etag') ?? '';
    expect((await api('GET', `/${id}`, undefined, { 'if-none-match': tag })).status).toBe(304);
    const both = [universidad, xochilt].map((customer) =>
      api('PUT', `/${id}`, { customer }, { 'if-match': tag }),
    );
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await api('DELETE', `/${id}`, undefined, { 'if-match': tag })).body.code).toBe(
      'precondition_failed',
    );
    expect((await api('DELETE', `/${id}`)).status).toBe(200);
  });

  it('is canceled, and then is nobody’s any more', async () => {
    const { id } = await make();
    expect(await app.sdk(shop.key).receipts.cancel(id)).toMatchObject({
      id,
      status: 'canceled',
      invoice: null,
    });
    for (const refused of [await api('DELETE', `/${id}`), await api('PUT', `/${id}`, { customer: xochilt })])
      expect([refused.status, refused.body.code]).toEqual([409, 'receipt_not_open']);
  });
});

describe('the sums of a day', () => {
  it('are by branch, form of payment and status, by the clock of the environment', async () => {
    const { id, key } = await app.newOrganization(user, 'Caja');
    const at = { key };
    for (const fields of [{ branch: 'Centro' }, { branch: 'Centro', payment_form: '04' }, {}])
      await app.post('/receipts', sale(fields), at);
    const canceled = await app.post('/receipts', sale({ branch: 'Centro' }), at);
    await app.del(`/receipts/${canceled.id}`, at);
    const today = await app.get('/receipts/summary', at);
    expect(today).toMatchObject({
      totals: [{ currency: 'MXN', receipts: 3, total: 1036.8 }],
      by_branch: [
        { branch: 'Centro', receipts: 2, total: 691.2 },
        { branch: null, receipts: 1, total: 345.6 },
      ],
      by_payment_form: [
        { payment_form: '01', receipts: 2, total: 691.2 },
        { payment_form: '04', receipts: 1, total: 345.6 },
      ],
      days: [
        { date: today.from, rows: expect.arrayContaining([expect.objectContaining({ status: 'canceled' })]) },
      ],
    });
    expect(today.by_status.map(({ status }: Json) => status).sort()).toEqual(['canceled', 'open']);
    const { now } = await app.get('/sandbox/clock', at);
    const advance_to = new Date(Date.parse(now) + 2 * DAY).toISOString();
    await app.post('/sandbox/clock', { advance_to }, at);
    const later = await app.get('/receipts/summary', at);
    expect(later).toMatchObject({ totals: [], days: [{ rows: [] }] });
    const range = await app.get(`/receipts/summary?from=${today.from}&to=${later.to}`, at);
    expect(range.days.map(({ totals }: Json) => totals.length)).toEqual([1, 0, 0]);
    expect(range.timezone).toBe((await app.get(`/organizations/${id}`, { key: user })).timezone);
  });

  it.each([
    ['?from=x', 'invalid_request', 'from'],
    ['?from=2026-02-30', 'invalid_date', 'from'],
    ['?from=2026-03-02&to=2026-03-01', 'invalid_date_range', 'to'],
    ['?from=2026-01-01&to=2026-06-01', 'date_range_too_large', 'to'],
  ])('are not made of %s', async (query, code, path) =>
    expect(told(await api('GET', `/summary${query}`))).toEqual([400, code, path]),
  );
});

describe('receipts of others', () => {
  it('are not there, and nobody reads any without a key', async () => {
    const { id } = await make();
    const other = await app.newOrganization(user, 'Ajena');
    for (const [method, body] of [['GET'], ['PUT', { customer: xochilt }], ['DELETE']] as const) {
      const answer = await app.api(method, `/receipts/${id}`, body, { key: other.key });
      expect([answer.status, answer.body.code]).toEqual([404, 'receipt_not_found']);
    }
    const codes = await Promise.all(
      [null, user].map(async (key) => (await app.api('GET', '/receipts', undefined, { key })).body.code),
    );
    expect(codes).toEqual(['missing_credentials', 'organization_id_required']);
    const named = { key: user, headers: { 'X-Organization-Id': shop.id } };
    expect((await app.get(`/receipts/${id}`, named)).id).toBe(id);
  });
});
