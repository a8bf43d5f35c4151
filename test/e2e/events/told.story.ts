import { until } from '#bus/testing/until';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { invoice, triggered, ukelele, xochilt } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Which events are told of what is done by the API, as `GET /events` shows them. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The events of a resource, oldest first. */
const eventsOf = async (id: string): Promise<Json[]> =>
  (await app.get(`/events?resource_id=${id}`)).data.toReversed();
const typesOf = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ type }) => type);
const cancel = (id: string): Promise<Json> => app.del(`/invoices/${id}?motive=02`);
const refresh = (id: string): Promise<Json> => app.put(`/invoices/${id}/status`);

describe('plain calls that are answered with their outcome', () => {
  it('tell the granular types alone, each with the invoice as it was then', async () => {
    const made = await app.post('/invoices', invoice());
    const canceled = await cancel(made.id);
    const [created, stamped, requested, last] = await eventsOf(made.id);
    expect(await typesOf(made.id)).toEqual([
      ...['invoice.created', 'invoice.stamped', 'invoice.cancellation_requested', 'invoice.canceled'],
    ]);
    expect(created.data).toMatchObject({
      type: 'invoice',
      object: { id: made.id, status: 'pending', uuid: null },
    });
    const { warnings: _, ...shown } = made;
    expect(stamped.data.object).toEqual(shown);
    expect(requested.data.object).toMatchObject({ status: 'valid', cancellation_status: 'verifying' });
    expect(last.data.object).toEqual(canceled);
    expect(last).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      livemode: false,
      organization: made.organization,
      type: 'invoice.canceled',
      data: { type: 'invoice', object: canceled },
    });
  });

  it('of a draft: created, edited, stamped; deleted as it was last', async () => {
    const draft = await app.post('/invoices', { ...invoice(), status: 'draft' });
    await app.put(`/invoices/${draft.id}`, { external_id: 'changed' });
    const stamped = await app.post(`/invoices/${draft.id}/stamp`);
    expect(stamped.status).toBe('valid');
    expect(await typesOf(draft.id)).toEqual(['invoice.created', 'invoice.edited', 'invoice.stamped']);
    const other = await app.post('/invoices', { ...invoice(), status: 'draft' });
    await app.del(`/invoices/${other.id}`);
    const [, deleted] = await eventsOf(other.id);
    expect(deleted).toMatchObject({
      type: 'invoice.deleted',
      data: { object: { id: other.id, status: 'draft' } },
    });
  });

  it('of one that is refused: why, in Spanish', async () => {
    const { status } = await app.api(
      'POST',
      '/invoices',
      triggered('SANDBOX-REFUSED', { external_id: 'no' }),
    );
    expect(status).toBe(400);
    const [refused] = (await app.get('/events?type=invoice.stamping_refused')).data;
    expect(refused.data.object).toMatchObject({ external_id: 'no', status: 'failed' });
    expect(refused.related_resource_messages).toEqual([
      {
        ...{ resource_type: 'invoice', resource_id: refused.data.object.id, source: 'stamping_async_task' },
        ...{
          severity: 'error',
          code: 'CFDI40145',
          message: expect.any(String),
          created_at: refused.created_at,
        },
      },
    ]);
    expect(await typesOf(refused.data.object.id)).toEqual(['invoice.created', 'invoice.stamping_refused']);
  });

  it('of payments: the paid invoice', async () => {
    const due = await app.post('/invoices', invoice({ payment_method: 'PPD', payment_form: '99' }));
    const data = [
      {
        payment_form: '03',
        related_documents: [
          { uuid: due.uuid, amount: due.total, installment: 1, last_balance: due.total, taxes: [] },
        ],
      },
    ];
    const { status, body: paid } = await app.api('POST', '/invoices', {
      ...{ type: 'P', customer: xochilt, complements: [{ type: 'pago', data }] },
    });
    expect([status, paid.code]).toEqual([200, undefined]);
    const received = (await eventsOf(due.id)).at(-1);
    expect(received).toMatchObject({
      type: 'invoice.payment_received',
      data: { object: { id: due.id, payment_status: 'paid', received_payment_ids: [paid.id] } },
    });
    await cancel(paid.id);
    await until(async () => (await typesOf(due.id)).includes('invoice.payment_reverted'));
  });

  it('of customers and products, without the key of an edit link', async () => {
    const customer = await app.post('/customers?createEditLink=true', { ...xochilt, external_id: 'told' });
    await app.put(`/customers/${customer.id}`, { email: 'a@example.com' });
    await app.del(`/customers/${customer.id}`);
    const events = await eventsOf(customer.id);
    expect(events.map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.edited',
      'customer.deleted',
    ]);
    expect(events.at(-1).data).toMatchObject({
      type: 'customer',
      object: { email: 'a@example.com', edit_link: null },
    });
    expect(JSON.stringify(events)).not.toContain('tax-info');
    const product = await app.post('/products', ukelele);
    await app.put(`/products/${product.id}`, { price: 12.5 });
    await app.del(`/products/${product.id}`);
    const told = await eventsOf(product.id);
    expect(told.map(({ type, data }) => [type, data.object.price])).toEqual([
      ['product.created', 345.6],
      ['product.edited', 12.5],
      ['product.deleted', 12.5],
    ]);
  });
});

describe('what comes after the answer', () => {
  it('a stamp that was asked for without waiting', async () => {
    const later = await app.post('/invoices?async=true', invoice());
    await until(async () => (await app.get(`/invoices/${later.id}`)).status === 'valid');
    expect(await typesOf(later.id)).toEqual(['invoice.created', 'invoice.stamped', 'invoice.status_updated']);
    expect((await eventsOf(later.id)).at(-1).data.object).toEqual(await app.get(`/invoices/${later.id}`));
  });

  it('a stamp whose answer was lost, so that the caller had 202', async () => {
    const { status, body } = await app.api('POST', '/invoices', triggered('SANDBOX-TIMEOUT-BEFORE'));
    expect([status, body.status]).toEqual([202, 'pending']);
    expect(await typesOf(body.id)).toEqual(['invoice.created', 'invoice.stamping_delayed']);
    await refresh(body.id);
    await until(async () => (await app.get(`/invoices/${body.id}`)).status === 'valid');
    expect((await typesOf(body.id)).slice(-2)).toEqual(['invoice.stamped', 'invoice.status_updated']);
  });

  it('a refusal that nobody waited for: the status and why', async () => {
    const { id } = await app.post('/invoices?async=true', triggered('SANDBOX-REFUSED'));
    await until(async () => (await app.get(`/invoices/${id}`)).status === 'failed');
    const last = (await eventsOf(id)).at(-1);
    expect(last).toMatchObject({
      type: 'invoice.status_updated',
      data: { object: { status: 'failed' } },
      related_resource_messages: [{ resource_id: id, code: 'CFDI40145' }],
    });
  });

  it.each([
    ['SANDBOX-CANCEL-PENDING-ACCEPTED', 'accepted', 'invoice.canceled'],
    ['SANDBOX-CANCEL-PENDING-REJECTED', 'rejected', 'invoice.cancellation_updated'],
    ['SANDBOX-CANCEL-PENDING-EXPIRED', 'expired', 'invoice.cancellation_updated'],
    ['SANDBOX-CANCEL-VERIFYING', 'accepted', 'invoice.canceled'],
  ])('a cancellation that waited: %s is %s in the end', async (trigger, outcome, own) => {
    const { id } = await app.post('/invoices', triggered(trigger));
    await cancel(id);
    await refresh(id);
    expect((await app.get(`/invoices/${id}`)).cancellation_status).toBe(outcome);
    const events = await eventsOf(id);
    expect(events.slice(-2).map(({ type }) => type)).toEqual([own, 'invoice.cancellation_status_updated']);
    expect(events.at(-1).data.object.cancellation_status).toBe(outcome);
  });
});

it('each type of the eight came when it should, and in the order in which things happened', async () => {
  const eight = 'invoice.status_updated,invoice.cancellation_status_updated,invoice.global_invoice_created';
  const told = (await app.get(`/events?type=${eight}&limit=100`)).data.map(({ type }: Json) => type);
  expect(told).toHaveLength(7);
  // Ids sort by time; those of one event are of one moment.
  const moments = (await app.get('/events?limit=100')).data.map(({ id }: Json) => id.slice(0, 16));
  expect(moments).toEqual(moments.toSorted().toReversed());
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
