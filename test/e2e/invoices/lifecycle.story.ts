import { randomUUID } from 'node:crypto';
import { until } from '#bus/testing/until';
import { innovacion, invoice, line, stored, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { FIELDS } from './documents/fields.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** From draft to canceled, with all that is refused on the way. */

const NOWHERE = '0123456789abcdef01234567';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const draft = (fields: object = {}): Promise<Json> =>
  app.post('/invoices', { ...invoice(), status: 'draft', ...fields });
const valid = (fields: object = {}): Promise<Json> => app.post('/invoices', invoice(fields));
/** [status, code, path of the first detail] of a request that is refused. */
const refused = async (request: string, body?: unknown): Promise<unknown[]> => {
  const [method = '', path = ''] = request.split(' ');
  const { status, body: error } = await app.api(method, path, body);
  return [status, error.code, ...(error.errors?.[0]?.path ? [error.errors[0].path] : [])];
};

describe('answers', () => {
  it('have all fields, in every state, and the defaults of what was not sent', async () => {
    const empty = await app.post('/invoices', { status: 'draft' });
    const made = await valid();
    const canceled = await app.del(`/invoices/${(await valid()).id}?motive=03`);
    for (const one of [empty, made, canceled]) expect(Object.keys(stored(one)).sort()).toEqual(FIELDS);
    expect(empty).toMatchObject({
      status: 'draft',
      is_ready_to_stamp: false,
      customer: null,
      items: [],
      payment_form: null,
      total: 0,
      date: null,
      uuid: null,
      folio_number: null,
    });
    expect(made).toMatchObject({
      type: 'I',
      payment_method: 'PUE',
      use: 'G01',
      currency: 'MXN',
      exchange: 1,
      export: '01',
      related_documents: [],
      complements: [],
      namespaces: [],
      livemode: false,
      cfdi_version: 4,
      issuer_type: 'issuing',
      amount_due: 0,
      payment_status: 'paid',
      items: [
        { quantity: 1, discount: 0, product: { unit_key: 'H87', taxability: '02', tax_included: true } },
      ],
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_status: 'accepted',
      uuid: expect.any(String),
    });
  });

  it('take the use of the customer, and the one that foreigners can only have', async () => {
    const customer = await app.post('/customers', { ...xochilt, default_invoice_use: 'G03' });
    expect(await valid({ customer: customer.id })).toMatchObject({ use: 'G03' });
    expect(await valid({ customer: customer.id, use: 'S01' })).toMatchObject({ use: 'S01' });
    const foreign = { legal_name: 'ACME', address: { country: 'USA' } };
    expect(await valid({ customer: foreign })).toMatchObject({ use: 'S01' });
  });
});

describe('what actions are sent', () => {
  const refusing = () => draft({ items: [line({ sku: 'SANDBOX-REFUSED' })] });

  it('async is honoured in the query, in the body, and as client 3.6 sends its query', async () => {
    // Who waits for this stamp is told that it is refused.
    const stamp = async (query: string, body?: object) =>
      (await app.api('POST', `/invoices/${(await refusing()).id}/stamp${query}`, body)).status;
    expect(await stamp('')).toBe(400);
    expect(await stamp('', { params: null })).toBe(400);
    expect(await stamp('', { params: { async: false } })).toBe(400);
    expect(await stamp('?async=false', { async: true })).toBe(400);
    expect(await stamp('?async=true')).toBe(200);
    expect(await stamp('', { async: true })).toBe(200);
    expect(await stamp('', { params: { async: true } })).toBe(200);
  });

  it('anything else is refused, not dropped', async () => {
    const { id } = await draft();
    for (const [request, body, path] of [
      [`POST /invoices/${id}/stamp`, { payment_form: '01' }, 'payment_form'],
      [`POST /invoices/${id}/stamp`, { params: { motive: '02' } }, 'params.motive'],
      [`POST /invoices/${id}/copy`, { async: true }, 'async'],
      [`POST /invoices/${id}/copy`, { params: { x: 1 } }, 'params.x'],
      [`PUT /invoices/${id}/status`, { status: 'valid' }, 'status'],
      [`POST /invoices/${id}/stamp?payment_form=01`, undefined, 'payment_form'],
      [`POST /invoices/${id}/copy?async=true`, undefined, 'async'],
      [`PUT /invoices/${id}/status?status=valid`, undefined, 'status'],
    ] as const) {
      const [method = '', at = ''] = request.split(' ');
      const { status, body: error } = await app.api(method, at, body);
      expect([status, error.code, error.errors]).toMatchObject([
        400,
        'invalid_request',
        [{ code: 'unknown_field', path }],
      ]);
    }
    expect(await app.get(`/invoices/${id}`)).toMatchObject({ status: 'draft', payment_form: '03' });
  });

  it('the empty bodies of older clients say nothing', async () => {
    for (const body of [{}, [], { params: null }, { params: {} }]) {
      const { id } = await draft();
      const copy = await app.api('POST', `/invoices/${id}/copy`, body);
      const stamped = await app.api('POST', `/invoices/${id}/stamp`, body);
      const refreshed = await app.api('PUT', `/invoices/${id}/status`, body);
      expect([copy.status, stamped.body.status, refreshed.status]).toEqual([200, 'valid', 200]);
    }
  });
});

describe('a draft', () => {
  it('says whether it can be stamped, and takes no folio', async () => {
    const before = (await valid()).folio_number as number;
    const one = await draft({ customer: null });
    expect(one).toMatchObject({
      is_ready_to_stamp: false,
      folio_number: null,
      total: 345.6,
      status: 'draft',
    });
    expect(await refused(`POST /invoices/${one.id}/stamp`)).toEqual([
      400,
      'draft_not_ready_to_stamp',
      'customer',
    ]);
    const ready = await app.put(`/invoices/${one.id}`, { customer: universidad });
    expect(ready).toMatchObject({ is_ready_to_stamp: true, created_at: one.created_at });
    expect(await app.post(`/invoices/${one.id}/stamp`)).toMatchObject({
      status: 'valid',
      folio_number: before + 1,
    });
  });

  it('is edited field by field; null takes a value away again', async () => {
    const one = await draft({ conditions: 'Contado', external_id: 'x', series: 'S', folio_number: 9 });
    const edits: [object, object][] = [
      [{ customer: innovacion }, { customer: { tax_id: 'IVD920810GU2' } }],
      [{ customer: null }, { customer: null, is_ready_to_stamp: false }],
      [
        { customer: universidad, payment_form: null },
        { payment_form: null, is_ready_to_stamp: false },
      ],
      [{ payment_form: '04' }, { payment_form: '04', is_ready_to_stamp: true }],
      [
        { conditions: null, series: null, folio_number: null },
        { conditions: null, series: null, folio_number: null },
      ],
      [{ currency: 'USD' }, { currency: 'USD', exchange: null, is_ready_to_stamp: false }],
      [
        { currency: 'USD', exchange: 20 },
        { currency: 'USD', exchange: 20 },
      ],
      [{ items: [line({ price: 116 }), line({ price: 58 })] }, { total: 174, subtotal: 150 }],
      [{ items: [] }, { total: 0, items: [], is_ready_to_stamp: false }],
      [
        { items: [line()], status: 'draft' },
        { status: 'draft', is_ready_to_stamp: true },
      ],
      [{ address: { zip: '06000' } }, { address: { zip: '06000', street: null, country: 'MEX' } }],
      [{ pdf_options: { codes: false } }, { pdf_options: { codes: false } }],
      [{}, { external_id: 'x', currency: 'USD' }],
    ];
    for (const [change, expected] of edits)
      expect(await app.put(`/invoices/${one.id}`, change)).toMatchObject(expected);
  });

  it('has a PDF but no XML, and is removed without a motive', async () => {
    const one = await draft();
    expect((await app.api('GET', `/invoices/${one.id}/pdf`)).status).toBe(200);
    for (const format of ['xml', 'zip', 'cancellation_receipt/xml', 'cancellation_receipt/pdf'])
      expect(await refused(`GET /invoices/${one.id}/${format}`)).toEqual([409, 'invoice_not_stamped']);
    expect(await refused(`PUT /invoices/${one.id}/status`)).toEqual([409, 'invoice_not_stamped']);
    expect(await app.del(`/invoices/${one.id}`)).toEqual(stored(one));
    for (const request of ['GET', 'DELETE'])
      expect(await refused(`${request} /invoices/${one.id}`)).toEqual([404, 'invoice_not_found']);
    expect(await refused(`POST /invoices/${one.id}/stamp`)).toEqual([404, 'invoice_not_found']);
  });

  it('gives its idempotency key back when it is removed', async () => {
    const one = await draft({ idempotency_key: 'only-one' });
    expect(await refused('POST /invoices', invoice({ idempotency_key: 'only-one' }))).toEqual([
      409,
      'idempotency_key_in_use',
    ]);
    await app.del(`/invoices/${one.id}`);
    expect(await valid({ idempotency_key: 'only-one' })).toMatchObject({ status: 'valid' });
  });
});

describe('a stamped invoice', () => {
  it('cannot be edited or stamped again', async () => {
    const one = await valid();
    expect(await refused(`PUT /invoices/${one.id}`, { conditions: 'x' })).toEqual([409, 'invoice_not_draft']);
    expect(await refused(`POST /invoices/${one.id}/stamp`)).toEqual([409, 'invoice_already_stamped']);
    expect(await refused(`GET /invoices/${one.id}/csv`)).toEqual([404, 'not_found']);
    expect(await app.put(`/invoices/${one.id}/status`)).toMatchObject({ status: 'valid', uuid: one.uuid });
  });

  it('is copied into a new draft, without what was its own', async () => {
    const fields = {
      external_id: 'mine',
      idempotency_key: 'key-mine',
      folio_number: 4321,
      series: 'C',
      conditions: 'x',
    };
    const one = await valid(fields);
    await app.del(`/invoices/${one.id}?motive=03`);
    const copy = await app.post(`/invoices/${one.id}/copy`);
    expect(copy).toMatchObject({
      status: 'draft',
      cancellation_status: 'none',
      cancellation: null,
      canceled_at: null,
      uuid: null,
      stamp: null,
      date: null,
      external_id: null,
      idempotency_key: null,
      folio_number: null,
      series: 'C',
      conditions: 'x',
      total: one.total,
      customer: one.customer,
      is_ready_to_stamp: true,
    });
    expect(await app.get(`/invoices/${one.id}`)).toMatchObject({ status: 'canceled' });
    expect(await app.post(`/invoices/${copy.id}/stamp`)).toMatchObject({
      status: 'valid',
      folio_number: 4322,
    });
  });

  it('is there at once when stamped afterwards (async)', async () => {
    for (const make of [
      () => app.post('/invoices?async=true', invoice()),
      () => app.post('/invoices', invoice({ async: true })),
      async () => app.post(`/invoices/${(await draft()).id}/stamp?async=True`),
    ]) {
      const one = await make();
      expect(['pending', 'valid']).toContain(one.status);
      const settled = await app.put(`/invoices/${one.id}/status`);
      expect(settled).toMatchObject({ id: one.id, status: 'valid', uuid: expect.any(String) });
    }
  });
});

describe('cancellation', () => {
  it('needs a motive, and a valid substitute with motive 01 alone', async () => {
    const one = await valid();
    const other = await valid();
    const gone = await valid();
    await app.del(`/invoices/${gone.id}?motive=02`);
    const path = `DELETE /invoices/${one.id}`;
    const rules: [string, unknown[]][] = [
      ['', [400, 'invalid_request', 'motive']],
      ['?motive=05', [400, 'invalid_request', 'motive']],
      ['?motive=1', [400, 'invalid_request', 'motive']],
      ['?motive=01', [400, 'substitution_invoice_required']],
      [`?motive=02&substitution=${other.id}`, [400, 'invalid_request', 'substitution']],
      [`?motive=01&substitution=${NOWHERE}`, [400, 'substitution_invoice_not_found']],
      ['?motive=01&substitution=nonsense', [400, 'substitution_invoice_not_found']],
      [`?motive=01&substitution=${one.id}`, [400, 'substitution_invoice_not_found']],
      [`?motive=01&substitution=${one.uuid}`, [400, 'substitution_invoice_not_found']],
      [`?motive=01&substitution=${gone.id}`, [400, 'substitution_invoice_canceled']],
      [`?motive=01&substitution=${(await draft()).id}`, [400, 'substitution_invoice_status_not_allowed']],
      // It must say itself that it replaces this one.
      [
        `?motive=01&substitution=${other.id}`,
        [400, 'substitution_invoice_status_not_allowed', 'substitution'],
      ],
      ['?motive=02&reason=x', [400, 'invalid_request', 'reason']],
    ];
    for (const [query, expected] of rules)
      expect([query, await refused(path + query)]).toEqual([query, expected]);
    expect(await app.get(`/invoices/${one.id}`)).toEqual(stored(one));
    const substitute = await valid({
      related_documents: [{ relationship: '04', documents: [one.uuid] }],
    });
    const byUuid = await app.del(
      `/invoices/${one.id}?motive=01&substitution=${substitute.uuid.toLowerCase()}`,
    );
    expect(byUuid.cancellation).toMatchObject({
      motive: '01',
      substitutionUUID: substitute.uuid,
      status: 'accepted',
    });
    expect(await refused(`${path}?motive=02`)).toEqual([409, 'invoice_not_cancelable']);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));

describe('the type of a draft', () => {
  const parts = { payment_form: '99', payment_method: 'PPD', use: 'G03' };

  it('sent again, or changed between invoice and credit note, leaves what was not sent', async () => {
    const { id } = await draft(parts);
    expect(await app.put(`/invoices/${id}`, { type: 'I', conditions: '30 días' })).toMatchObject(parts);
    expect(await app.put(`/invoices/${id}`, { type: 'E' })).toMatchObject({ type: 'E', ...parts });
    expect(await app.put(`/invoices/${id}`, { type: 'I' })).toMatchObject({ type: 'I', ...parts });
  });

  it('changed to another kind of document brings what that has', async () => {
    const { id } = await draft(parts);
    const moved = { type: 'T', payment_form: null, payment_method: null, use: 'S01' };
    expect(await app.put(`/invoices/${id}`, { type: 'T' })).toMatchObject(moved);
  });
});

describe('the customer of a draft', () => {
  const receiverOf = async (id: string): Promise<string> =>
    String(await app.get(`/invoices/${id}/xml`)).match(/<cfdi:Receptor [^>]*>/)?.[0] ?? '';

  it('is what it has become: given its data later, it makes the draft ready', async () => {
    const { id: customer } = await app.post('/customers?createEditLink=true', { email: 'a@example.com' });
    const { id, is_ready_to_stamp } = await draft({ customer });
    expect(is_ready_to_stamp).toBe(false);
    expect((await refused(`POST /invoices/${id}/stamp`)).slice(0, 2)).toEqual([
      400,
      'draft_not_ready_to_stamp',
    ]);
    await app.put(`/customers/${customer}`, innovacion);
    expect(await app.get(`/invoices/${id}`)).toMatchObject({
      is_ready_to_stamp: true,
      customer: { id: customer, tax_id: innovacion.tax_id, address: { zip: innovacion.address.zip } },
    });
    expect(await app.post(`/invoices/${id}/stamp`)).toMatchObject({ status: 'valid' });
    expect(await receiverOf(id)).toContain(`Rfc="${innovacion.tax_id}"`);
  });

  it('is stamped as it is then, also where the draft could not follow it', async () => {
    const { id: customer, organization } = await app.post('/customers', { ...xochilt, external_id: 'late' });
    const { id } = await draft({ customer });
    const edited = await app.runtime.bus.send({
      ...{ id: randomUUID(), type: 'customers.edit', key: customer, actor: 'test', correlationId: 'c' },
      ...{ tenant: { organizationId: organization, livemode: false }, time: new Date().toISOString() },
      data: { changes: universidad },
    });
    expect(edited.ok).toBe(true);
    await until(async () => (await app.get(`/customers/${customer}`)).tax_id === universidad.tax_id);
    expect((await app.get(`/invoices/${id}`)).customer.tax_id).toBe(xochilt.tax_id);
    expect(await app.post(`/invoices/${id}/stamp`)).toMatchObject({
      status: 'valid',
      customer: { id: customer, tax_id: universidad.tax_id },
    });
    expect(await receiverOf(id)).toContain(`Rfc="${universidad.tax_id}"`);
  });

  it('is refused with the draft where the tax authority does not know it as it is', async () => {
    const { id: customer } = await app.post('/customers?createEditLink=true', {
      ...innovacion,
      legal_name: 'OTRO NOMBRE',
    });
    const { id } = await draft({ customer });
    expect(await refused(`POST /invoices/${id}/stamp`)).toEqual([
      400,
      'draft_not_ready_to_stamp',
      'customer.legal_name',
    ]);
  });
});
