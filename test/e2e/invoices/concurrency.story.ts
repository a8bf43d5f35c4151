import { invoice, line, stored } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Many at once: what must happen once happens once, and numbers are used once. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
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
  expect(data).toEqual([stored(made?.body)]);
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

describe('a request with an Idempotency-Key', () => {
  const create = (key: string, body: unknown, path = '/invoices'): Promise<Answer> =>
    app.api('POST', path, body, { headers: { 'idempotency-key': key } });
  const replayed = ({ headers }: Answer): string | null => headers.get('idempotent-replayed');

  it('is answered as the first one was, in whatever order its members come', async () => {
    const body = invoice({ series: 'HEAD' });
    const first = await create('k 1', body);
    expect([first.status, replayed(first), first.body.idempotency_key]).toEqual([200, null, 'k 1']);
    const again = await create(' k 1 ', Object.fromEntries(Object.entries(body).reverse()));
    expect([again.status, replayed(again), again.body]).toEqual([200, 'true', first.body]);
    expect((await app.get('/invoices?series=HEAD')).total_results).toBe(1);
  });

  it('of another body is refused, and names the invoice that has the key', async () => {
    const { body: made } = await create('k 2', invoice());
    for (const other of [invoice({ series: 'X' }), { ...invoice(), status: 'draft' }]) {
      const { status, body } = await create('k 2', other);
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({
          ...{ code: 'idempotency_key_in_use', location: 'headers', path: 'Idempotency-Key' },
          resource_id: made.id,
        }),
      ]);
    }
    const inBody = await app.api('POST', '/invoices', invoice({ idempotency_key: 'k 2' }));
    expect([inBody.status, inBody.body.resource_id]).toEqual([409, made.id]);
  });

  it('makes one invoice of 30 at once, and shows it to all', async () => {
    const before = await stamps();
    const answers = await atOnce(30, () => create('k 3', invoice({ series: 'ONCE' })));
    expect(tally(answers)).toEqual({ 200: 30 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(await stamps()).toBe(before + 1);
  });

  it('that was refused burns no key', async () => {
    expect((await create('k 4', invoice({ items: [line({ sku: 'SANDBOX-REFUSED' })] }))).status).toBe(400);
    const mended = await create('k 4', invoice());
    expect([mended.status, replayed(mended)]).toEqual([200, null]);
  });

  it('pays once, though the balance is another one when it comes again', async () => {
    const { id } = await app.post('/invoices', invoice({ payment_method: 'PPD', payment_form: '99' }));
    const { total, customer } = await app.get(`/invoices/${id}`);
    const payment = {
      ...{ type: 'P', customer: customer.id },
      complements: [{ type: 'pago', data: [{ invoice: id, amount: total, payment_form: '03' }] }],
    };
    const [first, again] = [await create('k 5', payment), await create('k 5', payment)];
    expect([first.status, again.status, replayed(again)]).toEqual([200, 200, 'true']);
    expect(again.body.id).toBe(first.body.id);
    expect((await app.get(`/invoices/${id}`)).received_payment_ids).toEqual([first.body.id]);
  });

  it('is answered at once where the first one was: a draft, an asynchronous one', async () => {
    for (const [key, body, path] of [
      ['k 6', { ...invoice(), status: 'draft' }, '/invoices'],
      ['k 7', invoice(), '/invoices?async=true'],
    ] as const) {
      const [first, again] = [await create(key, body, path), await create(key, body, path)];
      expect([again.status, replayed(again), again.body.id]).toEqual([200, 'true', first.body.id]);
    }
  });

  it('is another tenant’s business there only', async () => {
    const other = await app.newOrganization(app.demo.user_key);
    await app.put(
      `/organizations/${other.id}/legal`,
      { name: 'Otra', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601', address: { zip: '42501' } },
      { key: app.demo.user_key },
    );
    const options = { key: other.key, headers: { 'idempotency-key': 'k 1' } };
    const answer = await app.api('POST', '/invoices', invoice(), options);
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it.each([
    ['x'.repeat(256), {}, 'Idempotency-Key', 'invalid_length'],
    ['ñ', {}, 'Idempotency-Key', 'invalid_format'],
    ['a', { idempotency_key: 'b' }, 'idempotency_key', 'invalid_value'],
  ])('%.10s is refused where it is no key, or the body has another', async (key, over, path, code) => {
    const { status, body } = await create(key, invoice(over));
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path, code })]]);
  });

  it('with a blank one has none', async () => {
    const answers = await atOnce(2, () => create(' ', invoice()));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
  });
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

it('invoices name their customer as it was last answered, however often it was just asked for', async () => {
  const person = { tax_id: 'PEGJ800101AB1', tax_system: '612', address: { zip: '06000' } };
  const customer: Json = await app.post('/customers', { legal_name: 'ANA CAMBIA', ...person });
  const draft = (): Promise<Answer> =>
    app.api('POST', '/invoices', { ...invoice({ customer: customer.id }), status: 'draft' });
  const drafts: Answer[] = [];
  for (let n = 0; n < 5; n += 1) {
    drafts.push(...(await atOnce(3, draft)));
    const changes = { legal_name: `ANA CAMBIA ${n}`, email: `ana-${n}@ejemplo.mx` };
    const edited = app.put(`/customers/${customer.id}`, changes);
    const meanwhile = await atOnce(3, draft);
    await edited;
    const afterwards = await draft();
    expect(afterwards).toMatchObject({ status: 200, body: { customer: changes } });
    drafts.push(...meanwhile, afterwards);
  }
  for (const { body } of drafts) await app.del(`/invoices/${body.id}`);
  await app.del(`/customers/${customer.id}`);
  expect(await draft()).toMatchObject({ status: 400, body: { code: 'customer_not_found' } });
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

describe('changes of one draft at once', () => {
  const busy = '409 draft_update_in_progress';
  const put = (id: string, n: number) => app.api('PUT', `/invoices/${id}`, { conditions: `edit ${n}` });

  it('are one after the other: each that was made for what another has changed meanwhile is refused', async () => {
    const { id }: Json = await app.post('/invoices', { ...invoice(), status: 'draft' });
    const answers = await atOnce(8, (n) => put(id, n));
    const done = answers.filter(({ status }) => status === 200);
    expect(tally(answers)).toEqual({ 200: done.length, ...(done.length < 8 && { [busy]: 8 - done.length }) });
    expect(done.length).toBeGreaterThan(0);
    const { data }: Json = await app.get(`/invoices/${id}/history`);
    const edits: Json[] = data.filter(({ type }: Json) => type === 'invoice.edited');
    expect(edits).toHaveLength(done.length);
    // Nobody's word got lost: each edit began with what the one before had left.
    const said = edits
      .toReversed()
      .map(({ changes }) => changes.find(({ field }: Json) => field === 'conditions'));
    for (const [n, { from }] of said.entries()) expect(from).toBe(said[n - 1]?.to ?? null);
    expect((await app.get(`/invoices/${id}`)).conditions).toBe(said.at(-1).to);
  });

  it('one after the other are done, all of them', async () => {
    const { id }: Json = await app.post('/invoices', { ...invoice(), status: 'draft' });
    for (let n = 0; n < 4; n += 1) expect((await put(id, n)).status).toBe(200);
    expect((await app.api('POST', `/invoices/${id}/stamp`)).status).toBe(200);
  });

  it('and stampings leave what was stamped as it was', async () => {
    const draft: Json = await app.post('/invoices', { ...invoice(), status: 'draft' });
    const edits = atOnce(10, (n) => put(draft.id, n));
    let stamped = await app.api('POST', `/invoices/${draft.id}/stamp`);
    while (stamped.status === 409 && stamped.body.code === 'draft_update_in_progress')
      stamped = await app.api('POST', `/invoices/${draft.id}/stamp`);
    expect(stamped.status).toBe(200);
    for (const { status } of await edits) expect([200, 409]).toContain(status);
    const now: Json = await app.get(`/invoices/${draft.id}`);
    expect(now).toEqual(stamped.body);
    const xml: string = await app.get(`/invoices/${draft.id}/xml`);
    expect(/CondicionesDePago="([^"]*)"/.exec(xml)?.[1] ?? null).toBe(now.conditions);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
