import { invoice, line, triggered } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** GET /invoices/{id}/history: what happened to an invoice, in the API's words. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const draft = (fields: object = {}): Promise<Json> =>
  app.post('/invoices', { ...invoice(fields), status: 'draft' });
const historyOf = (id: string, query = ''): Promise<Json> => app.get(`/invoices/${id}/history${query}`);
const typesOf = ({ data }: Json): string[] =>
  data.map(({ type }: Json) => (type as string).slice('invoice.'.length));

describe('the history of an invoice', () => {
  it('lists its history, newest first: who did what, in which request, and what each event says', async () => {
    const made = await app.api('POST', '/invoices', { ...invoice(), status: 'draft' });
    const { id } = made.body;
    await app.put(`/invoices/${id}`, { conditions: 'Contado', exchange: 1 });
    const stamped = await app.api('POST', `/invoices/${id}/stamp`);
    await app.del(`/invoices/${id}?motive=02`);
    const history = await historyOf(id);
    expect(typesOf(history)).toEqual([
      'canceled',
      'cancellation_requested',
      'stamped',
      'issued',
      'edited',
      'drafted',
    ]);
    expect(history).toMatchObject({ page: 1, total_pages: 1, total_results: 6, totals_are_capped: false });

    const [canceled, requested, stamp, issued, edited, drafted] = history.data;
    const key = {
      type: 'key',
      id: expect.stringMatching(/^[0-9a-f-]+$/),
      first_12: app.demo.test_key.slice(0, 12),
    };
    const common = {
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      changes: [],
      code: null,
      errors: [],
    };
    expect(drafted).toEqual({
      ...common,
      type: 'invoice.drafted',
      actor: key,
      correlation_id: made.headers.get('x-service-log-id'),
      total: 345.6,
    });
    expect(edited).toMatchObject({
      actor: key,
      changes: [{ field: 'conditions', from: null, to: 'Contado' }],
    });
    expect(issued).toMatchObject({
      actor: key,
      correlation_id: stamped.headers.get('x-service-log-id'),
      folio_number: stamped.body.folio_number,
      date: stamped.body.date,
      total: 345.6,
    });
    expect(stamp).toMatchObject({
      actor: { type: 'service', first_12: null },
      correlation_id: stamped.headers.get('x-service-log-id'),
      uuid: stamped.body.uuid,
    });
    expect(requested).toMatchObject({ actor: key, motive: '02', substitution: null });
    expect(canceled).toMatchObject({ actor: { type: 'service' }, date: expect.any(String) });
  });

  it('holds nothing secret', async () => {
    const { id } = await app.post(
      '/invoices',
      invoice({ idempotency_key: 'k-1', pdf_custom_section: '<b>x</b>' }),
    );
    const text = JSON.stringify(await historyOf(id));
    expect(text).not.toContain(app.demo.test_key);
    for (const secret of ['timbre', 'xml', 'signature', 'sello', 'legal_name'])
      expect(text.toLowerCase()).not.toContain(secret);
  });

  it('says which fields an edit changed, with their values where they are short', async () => {
    const { id } = await draft({ conditions: 'Uno' });
    await app.put(`/invoices/${id}`, {
      conditions: 'x'.repeat(300),
      items: [line({ price: 10 })],
      folio_number: 77,
      series: 'B',
      payment_form: '01',
    });
    await app.put(`/invoices/${id}`, { conditions: null, folio_number: 77 });
    const [second, first] = (await historyOf(id)).data;
    const byField = (changes: Json) => [...changes].sort((a: Json, b: Json) => (a.field < b.field ? -1 : 1));
    expect(byField(first.changes)).toEqual([
      { field: 'conditions' },
      { field: 'folio_number', from: null, to: 77 },
      { field: 'items' },
      { field: 'payment_form', from: '03', to: '01' },
      { field: 'series', from: null, to: 'B' },
    ]);
    expect(first.total).toBe(10);
    expect(second.changes).toEqual([{ field: 'conditions' }]);
  });

  it('says why a stamp was refused, in the language of who reads', async () => {
    const { id } = await draft({ items: triggered('SANDBOX-REFUSED').items });
    const stamp = await app.api('POST', `/invoices/${id}/stamp`);
    expect(stamp.status).toBe(400);
    const [refused] = (await historyOf(id)).data;
    expect(refused).toMatchObject({
      type: 'invoice.stamping_refused',
      code: stamp.body.code,
      errors: stamp.body.errors,
    });
  });

  it('has pages, and cursors that stand while it grows', async () => {
    const { id } = await draft();
    for (const n of [1, 2, 3, 4]) await app.put(`/invoices/${id}`, { conditions: `N ${n}` });
    expect((await historyOf(id, '?limit=2&page=3')).data).toMatchObject([{ type: 'invoice.drafted' }]);
    const seen = ({ data }: Json) => data.map(({ changes }: Json) => changes[0]?.to ?? 'drafted') as string[];
    const first = await historyOf(id, '?pagination=cursor&limit=2');
    expect([seen(first), first.total_results]).toEqual([['N 4', 'N 3'], 5]);
    await app.put(`/invoices/${id}`, { conditions: 'N 5' });
    const second = await historyOf(id, `?limit=2&after=${first.next_cursor}`);
    expect(seen(second)).toEqual(['N 2', 'N 1']);
    const last = await historyOf(id, `?limit=2&after=${second.next_cursor}`);
    expect([seen(last), last.next_cursor]).toEqual([['drafted'], null]);
    expect(seen(await historyOf(id, `?limit=2&before=${second.previous_cursor}`))).toEqual(['N 4', 'N 3']);
    const { id: other } = await draft();
    expect((await app.api('GET', `/invoices/${other}/history?after=${first.next_cursor}`)).status).toBe(400);
  });

  it('shows the payments of an invoice', async () => {
    const { id, uuid } = await app.post('/invoices', invoice({ payment_method: 'PPD', payment_form: '99' }));
    const payment = await app.post('/invoices', {
      type: 'P',
      customer: invoice().customer,
      complements: [
        {
          type: 'pago',
          data: [
            {
              payment_form: '03',
              related_documents: [
                {
                  uuid,
                  amount: 100,
                  installment: 1,
                  last_balance: 345.6,
                  taxes: [{ base: 86.206897, type: 'IVA', rate: 0.16 }],
                },
              ],
            },
          ],
        },
      ],
    });
    await app.del(`/invoices/${payment.id}?motive=02`);
    const history = await historyOf(id);
    expect(typesOf(history).slice(0, 2)).toEqual(['payment_reverted', 'payment_received']);
    expect(history.data[1]).toMatchObject({ payment: payment.id, amount: 100 });
  });

  it('is private to its organization, and gone with the draft', async () => {
    const { id } = await draft();
    const other = await app.newOrganization(await app.newUser());
    await historyOf(id);
    expect((await app.api('GET', `/invoices/${id}/history`, undefined, { key: other.key })).body.code).toBe(
      'invoice_not_found',
    );
    await app.del(`/invoices/${id}`);
    expect((await app.api('GET', `/invoices/${id}/history`)).status).toBe(404);
  });
});
