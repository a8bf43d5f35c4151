import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invoice, line } from '../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../support/app.js';

/** Many at once: what must happen once happens once, and numbers are used once. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());

const atOnce = <T>(times: number, what: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => what(n)));
const stamps = async (): Promise<number> => (await app.get('/sandbox/stamps')).total_results as number;
/** How many answers of each kind: `200`, `409 idempotency_key_in_use`. */
const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = status < 300 ? String(status) : `${status} ${body.code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

it('100 creates with one idempotency key make one invoice', async () => {
  const before = await stamps();
  const body = invoice({ idempotency_key: 'order 66', series: 'IDEM' });
  const answers = await atOnce(100, () => app.api('POST', '/invoices', body));
  expect(tally(answers)).toEqual({ 200: 1, '409 idempotency_key_in_use': 99 });
  const [made] = answers.filter(({ status }) => status === 200);
  expect(
    new Set(answers.map(({ status, body: { id, resource_id } }) => (status === 200 ? id : resource_id))),
  ).toEqual(new Set([made?.body.id]));
  const { data }: Json = await app.get('/invoices?series=IDEM');
  expect(data).toEqual([made?.body]);
  expect(await stamps()).toBe(before + 1);
  // Later ones find it too, and may be of other data.
  const later = await app.api('POST', '/invoices', invoice({ idempotency_key: ' order 66 ' }));
  expect([later.status, later.body.resource_id]).toEqual([409, made?.body.id]);
});

it('a refused create leaves its key for one of those that come after', async () => {
  const refused = invoice({ idempotency_key: 'mended', items: [line({ sku: 'SANDBOX-REFUSED' })] });
  expect(tally([await app.api('POST', '/invoices', refused)])).toEqual({
    '400 invoice_stamping_validation_error': 1,
  });
  const answers = await atOnce(20, () =>
    app.api('POST', '/invoices', invoice({ idempotency_key: 'mended' })),
  );
  expect(tally(answers)).toEqual({ 200: 1, '409 idempotency_key_in_use': 19 });
});

it('blank keys are no keys', async () => {
  const answers = await atOnce(5, () => app.api('POST', '/invoices', invoice({ idempotency_key: '  ' })));
  expect(tally(answers)).toEqual({ 200: 5 });
});

describe('folios', () => {
  it('of 100 creates on one series are 100 different ones without a gap', async () => {
    const made = await atOnce(100, (): Promise<Json> => app.post('/invoices', invoice({ series: 'ONE' })));
    expect(made.map(({ folio_number }) => folio_number as number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
  });

  it('of several series do not mix, and a chosen one moves the counter', async () => {
    const series = ['A', 'B', 'C'];
    const made = await atOnce(30, (n): Promise<Json> =>
      app.post('/invoices', invoice({ series: series[n % 3] })),
    );
    for (const name of series)
      expect(
        made
          .filter((one) => one.series === name)
          .map(({ folio_number }) => folio_number as number)
          .sort((a, b) => a - b),
      ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await app.post('/invoices', invoice({ series: 'A', folio_number: 500 }));
    expect(await app.post('/invoices', invoice({ series: 'A' }))).toMatchObject({ folio_number: 501 });
    expect(await app.post('/invoices', invoice({ series: 'B' }))).toMatchObject({ folio_number: 11 });
  });
});

it('20 stampings of one draft stamp it once', async () => {
  const before = await stamps();
  const draft: Json = await app.post('/invoices', { ...invoice({ series: 'DRAFT' }), status: 'draft' });
  const answers = await atOnce(20, () => app.api('POST', `/invoices/${draft.id}/stamp`));
  const counts = tally(answers);
  expect(counts['200']).toBe(1);
  const late = (counts['409 stamping_in_progress'] ?? 0) + (counts['409 invoice_already_stamped'] ?? 0);
  expect([late, counts]).toEqual([19, expect.anything()]);
  expect(await stamps()).toBe(before + 1);
  expect(await app.post('/invoices', invoice({ series: 'DRAFT' }))).toMatchObject({ folio_number: 2 });
});

it('20 cancellations of one invoice cancel it once', async () => {
  const made: Json = await app.post('/invoices', invoice());
  const answers = await atOnce(20, () => app.api('DELETE', `/invoices/${made.id}?motive=02`));
  const counts = tally(answers);
  expect(counts['200']).toBe(1);
  const late =
    (counts['409 invoice_cancellation_in_progress'] ?? 0) + (counts['409 invoice_not_cancelable'] ?? 0);
  expect([late, counts]).toEqual([19, expect.anything()]);
  expect(await app.get(`/invoices/${made.id}`)).toMatchObject({ status: 'canceled' });
});

it('edits and stampings of one draft leave what was stamped as it was', async () => {
  const draft: Json = await app.post('/invoices', { ...invoice(), status: 'draft' });
  const edits = atOnce(10, (n) => app.api('PUT', `/invoices/${draft.id}`, { conditions: `edit ${n}` }));
  const stamped: Json = await app.post(`/invoices/${draft.id}/stamp`);
  for (const { status } of await edits) expect([200, 409]).toContain(status);
  const now: Json = await app.get(`/invoices/${draft.id}`);
  expect(now).toEqual(stamped);
  const xml: string = await app.get(`/invoices/${draft.id}/xml`);
  expect(/CondicionesDePago="([^"]*)"/.exec(xml)?.[1] ?? null).toBe(now.conditions);
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
