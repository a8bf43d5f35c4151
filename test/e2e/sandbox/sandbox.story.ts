import { setTimeout as sleep } from 'node:timers/promises';
import { invoice, line, retention, stored, triggered } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The triggers of docs/sandbox.md through the API: what a client sees when a provider has a bad day. */

let app: TestApp;
/** Those that take their time begin first. */
let slow: Promise<Answer>;
let alone: Promise<Answer>;
beforeAll(async () => {
  app = await startApp();
  slow = create('SANDBOX-SLOW');
  alone = create('SANDBOX-TIMEOUT-AFTER');
});
afterAll(() => app.close());

const create = (trigger: string, fields: object = {}): Promise<Answer> =>
  app.api('POST', '/invoices', triggered(trigger, fields));
const refresh = (id: string): Promise<Json> => app.put(`/invoices/${id}/status`);
const details = ({ body }: Answer): unknown[] =>
  body.errors.map(({ code, source }: Json) => ({ code, source }));

/** Looks again until it is so; the service does on its own what is waited for. */
async function eventually<T>(look: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const value = await look();
    if (isSo(value) || Date.now() > deadline) return value;
    await sleep(50);
  }
}

describe.each([
  'SANDBOX-TIMEOUT-BEFORE',
  'SANDBOX-TIMEOUT-AFTER',
  'SANDBOX-DAMAGED-ANSWER',
  'SANDBOX-OUTAGE',
])('a stamp of which nobody can say how it went: %s', (trigger) => {
  it('answers 202, and is valid after a look', async () => {
    const answer = await create(trigger, { idempotency_key: trigger });
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'pending', uuid: null, stamp: null, verification_url: null },
    });
    const { id, folio_number } = answer.body;
    expect(folio_number).toEqual(expect.any(Number));
    // It is neither edited nor stamped nor canceled while it is pending.
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/stamp'],
    ] as const) {
      const tried = await app.api(method, `/invoices/${id}${path}`, method === 'PUT' ? {} : undefined);
      expect([tried.status, tried.body.code]).toEqual([409, 'stamping_in_progress']);
    }
    const canceled = await app.api('DELETE', `/invoices/${id}?motive=02`);
    expect([canceled.status, canceled.body.code]).toEqual([409, 'invoice_cancellation_not_allowed']);
    expect((await app.api('GET', `/invoices/${id}/xml`)).body.code).toBe('invoice_not_stamped');
    const twin = await create(trigger, { idempotency_key: trigger });
    expect([twin.status, twin.body.code, twin.body.resource_id]).toEqual([409, 'idempotency_key_in_use', id]);
    const settled = await eventually(
      () => refresh(id),
      ({ status }) => status !== 'pending',
    );
    expect(settled).toMatchObject({ id, status: 'valid', folio_number, uuid: expect.any(String) });
    expect(await app.get(`/invoices/${id}/xml`)).toContain(settled.uuid);
  });
});

describe('a refusal', () => {
  it.each([
    ['SANDBOX-REFUSED', { code: 'CFDI40145', source: 'sat' }],
    ['SANDBOX-REFUSED-PAC', { code: '402', source: 'pac' }],
  ])('%s makes no invoice, burns no key and no folio', async (trigger, detail) => {
    const key = `key of ${trigger}`;
    const before: Json = await app.post('/invoices', invoice({ series: trigger.slice(0, 25) }));
    const answer = await create(trigger, {
      idempotency_key: key,
      series: trigger.slice(0, 25),
      external_id: key,
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'invoice_stamping_validation_error']);
    expect(details(answer)).toEqual([detail]);
    expect(answer.body.message).toBe(answer.body.errors[0].message);
    expect((await app.get(`/invoices?external_id=${encodeURIComponent(key)}`)).data).toEqual([]);
    const again: Json = await app.post(
      '/invoices',
      invoice({ idempotency_key: key, series: trigger.slice(0, 25) }),
    );
    expect(again).toMatchObject({ status: 'valid', folio_number: before.folio_number + 1 });
  });

  it('of one that was answered before its stamp leaves it failed, with its reason, and its key free', async () => {
    const fields = { idempotency_key: 'later', external_id: 'later' };
    const { id, status } = await app.post('/invoices?async=true', triggered('SANDBOX-REFUSED', fields));
    expect(status).toBe('pending');
    const failed = await eventually(
      () => app.get(`/invoices/${id}`),
      (doc: Json) => doc.status !== 'pending',
    );
    expect(failed).toMatchObject({ id, status: 'failed', uuid: null, stamp: null });
    expect((await app.get('/invoices?status=failed&external_id=later')).data).toEqual([failed]);
    expect((await app.get(`/invoices/${id}/history`)).data[0]).toMatchObject({
      type: 'invoice.stamping_refused',
    });
    expect(await app.post('/invoices', invoice(fields))).toMatchObject({ status: 'valid' });
  });

  it('leaves a draft a draft, to be mended and stamped', async () => {
    const draft: Json = await app.post('/invoices', { ...triggered('SANDBOX-REFUSED'), status: 'draft' });
    const refused = await app.api('POST', `/invoices/${draft.id}/stamp`);
    expect([refused.status, refused.body.code]).toEqual([400, 'invoice_stamping_validation_error']);
    expect(await app.get(`/invoices/${draft.id}`)).toEqual(stored(draft));
    await app.put(`/invoices/${draft.id}`, { items: [line()] });
    expect(await app.post(`/invoices/${draft.id}/stamp`)).toMatchObject({ status: 'valid' });
  });
});

it('is valid at once when the provider is only late, or says that it stamped it before', async () => {
  expect(await slow).toMatchObject({ status: 200, body: { status: 'valid' } });
  expect(await create('SANDBOX-DUPLICATE')).toMatchObject({ status: 200, body: { status: 'valid' } });
});

describe('a cancellation', () => {
  const cancel = async (trigger: string): Promise<Answer> => {
    const { body } = await create(trigger);
    return app.api('DELETE', `/invoices/${body.id}?motive=02`);
  };

  it.each<[string, string, string | undefined]>([
    ['SANDBOX-CANCEL-PENDING', 'pending', 'pending'],
    ['SANDBOX-CANCEL-PENDING-ACCEPTED', 'pending', 'accepted'],
    ['SANDBOX-CANCEL-PENDING-REJECTED', 'pending', 'rejected'],
    ['SANDBOX-CANCEL-PENDING-EXPIRED', 'pending', 'expired'],
    ['SANDBOX-CANCEL-VERIFYING', 'verifying', 'accepted'],
    ['SANDBOX-CANCEL-OUTAGE', 'verifying', 'accepted'],
    ['SANDBOX-CANCEL-TIMEOUT-BEFORE', 'verifying', 'accepted'],
    ['SANDBOX-CANCEL-TIMEOUT-AFTER', 'verifying', 'accepted'],
  ])('%s is %s, then %s', async (trigger, first, then) => {
    const { status, body } = await cancel(trigger);
    expect([status, body.status, body.cancellation_status]).toEqual([200, 'valid', first]);
    expect(body.cancellation).toMatchObject({ motive: '02', status: first });
    expect(body.canceled_at).toBeNull();
    const twice = await app.api('DELETE', `/invoices/${body.id}?motive=02`);
    expect([twice.status, twice.body.code]).toEqual([409, 'invoice_cancellation_in_progress']);
    const settled = await eventually(
      () => refresh(body.id),
      ({ cancellation_status }) => cancellation_status === then,
    );
    expect(settled).toMatchObject({
      cancellation_status: then,
      status: then === 'accepted' ? 'canceled' : 'valid',
      canceled_at: then === 'accepted' ? expect.any(String) : null,
    });
    if (then !== 'rejected' && then !== 'expired') return;
    // It may be asked for again, and then it is accepted.
    expect(await app.del(`/invoices/${body.id}?motive=03`)).toMatchObject({
      status: 'canceled',
      cancellation_status: 'accepted',
      cancellation: { motive: '03' },
    });
  });

  it('is refused with the documents that are in the way', async () => {
    const answer = await cancel('SANDBOX-NOT-CANCELABLE');
    expect([answer.status, answer.body.code]).toEqual([409, 'invoice_not_cancelable_by_sat']);
    expect(details(answer)[0]).toEqual({ code: '204', source: 'sat' });
    expect(answer.body.errors[1]).toMatchObject({
      code: 'related_document',
      message: expect.stringMatching(/^[0-9A-F-]{36}$/),
    });
    const [{ id }] = (await app.get('/invoices?limit=1')).data;
    expect(await app.get(`/invoices/${id}`)).toMatchObject({
      status: 'valid',
      cancellation_status: 'none',
      cancellation: null,
    });
  });
});

it('a cancellation whose answer got lost can still be refused, and asked for again', async () => {
  const { body: made } = await create('SANDBOX-NOT-CANCELABLE');
  app.sandbox.faults.set('cancel', 'timeout-before', 1);
  const first = await app.api('DELETE', `/invoices/${made.id}?motive=02`);
  app.sandbox.faults.clear();
  expect([first.status, first.body.cancellation_status]).toEqual([200, 'verifying']);
  const settled = await eventually(
    () => refresh(made.id),
    ({ cancellation_status }) => cancellation_status !== 'verifying',
  );
  expect(settled).toMatchObject({ status: 'valid', cancellation_status: 'none', cancellation: null });
  const again = await app.api('DELETE', `/invoices/${made.id}?motive=02`);
  expect([again.status, again.body.code]).toEqual([409, 'invoice_not_cancelable_by_sat']);
});

it('completes by itself without any request', async () => {
  const { status, body } = await alone;
  expect(status).toBe(202);
  const settled = await eventually(
    () => app.get(`/invoices/${body.id}`),
    ({ status }) => status !== 'pending',
  );
  expect(settled).toMatchObject({ status: 'valid' });
});

describe('a retention', () => {
  const withhold = (trigger: string, language = 'es'): Promise<Answer> =>
    app.api('POST', '/retentions', retention({ desc_retenc: trigger }), { language });
  /** What a look leaves: while the provider is out of service it answers 503. */
  const look = async (id: string): Promise<Json> => {
    await app.api('PUT', `/retentions/${id}/status`);
    return app.get(`/retentions/${id}`);
  };

  it.each(['SANDBOX-TIMEOUT-AFTER', 'SANDBOX-OUTAGE'])(
    'of whose stamp nobody can say how it went is valid after a look: %s',
    async (trigger) => {
      const { status, body } = await withhold(trigger);
      expect([status, body.status, body.uuid]).toEqual([202, 'pending', null]);
      const settled = await eventually(
        () => look(body.id),
        (one) => one.status !== 'pending',
      );
      expect(settled).toMatchObject({ status: 'valid', uuid: expect.any(String) });
      expect(settled.verification_url).toContain(
        `https://prodretencionverificacion.clouda.sat.gob.mx/?id=${settled.uuid}&re=EKU9003173C9&rr=CACX7605101P8`,
      );
    },
  );

  it('that is refused says why, at its field, in both languages', async () => {
    const answers = [await withhold('SANDBOX-REFUSED'), await withhold('SANDBOX-REFUSED', 'en')];
    for (const { status, body } of answers)
      expect([status, body.code, body.errors[0]]).toMatchObject([
        400,
        'retention_stamping_validation_error',
        { code: 'Reten20116', source: 'sat', path: 'customer.legal_name', location: 'body' },
      ]);
    const byFolio = await app.api('POST', '/retentions', retention({ folio_int: 'SANDBOXREFUSEDPAC' }));
    expect(details(byFolio)).toEqual([{ code: '402', source: 'pac' }]);
  });

  it.each([
    ['SANDBOX-CANCEL-VERIFYING', 'verifying'],
    ['SANDBOX-CANCEL-OUTAGE', 'verifying'],
    ['SANDBOX-CANCEL-TIMEOUT-AFTER', 'verifying'],
    ['SANDBOX-DUPLICATE', 'accepted'],
  ])('that is cancelled: %s is %s, then canceled, with a receipt', async (trigger, first) => {
    const { id } = (await withhold(trigger)).body;
    const { status, body } = await app.api('DELETE', `/retentions/${id}`);
    expect([status, body.cancellation_status]).toEqual([200, first]);
    const settled = await eventually(
      () => look(id),
      (one) => one.status === 'canceled',
    );
    expect(settled).toMatchObject({
      ...{ status: 'canceled', cancellation_status: 'accepted', canceled_at: expect.any(String) },
      cancellation_receipt: expect.stringContaining(id),
    });
  });

  it.each([
    ['SANDBOX-CANCEL-TOO-LATE', 409, 'retention_not_cancelable', '210'],
    ['SANDBOX-CANCEL-RFC-MISMATCH', 502, 'retention_cancellation_failed', '1203'],
  ])('that the tax authority does not cancel stays valid: %s', async (trigger, expected, root, code) => {
    const { id } = (await withhold(trigger)).body;
    const answer = await app.api('DELETE', `/retentions/${id}`);
    expect([answer.status, answer.body.code, details(answer)]).toEqual([
      ...[expected, root],
      [{ code, source: 'sat' }],
    ]);
    expect(await app.get(`/retentions/${id}`)).toMatchObject({ status: 'valid', cancellation: null });
  });

  it('in whose way another stands is cancelled for that one only', async () => {
    const { id, uuid } = (await withhold('Con errores')).body;
    const related_documents = [{ relationship: '04', documents: [uuid] }];
    const other: Json = await app.post('/retentions', retention({ related_documents }));
    const refused = await app.api('DELETE', `/retentions/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'retention_not_cancelable']);
    expect(refused.body.errors).toMatchObject([
      { code: '204' },
      { code: 'related_document', message: other.uuid },
    ]);
    expect(await app.del(`/retentions/${id}?motive=01&substitution=${other.id}`)).toMatchObject({
      ...{ status: 'canceled', cancellation: { motive: '01', substitutionUUID: other.uuid } },
    });
  });
});

it('the ledger of the provider has one stamp for each document, and no other', async () => {
  const all = async (path: string): Promise<Json[]> => {
    const found: Json[] = [];
    for (let page = 1; ; page += 1) {
      const { data, total_pages }: Json = await app.get(`${path}?limit=10&page=${page}`);
      found.push(...data);
      if (page >= total_pages) return found;
    }
  };
  const ledger = await all('/sandbox/stamps');
  const stamps = ledger.filter(({ kind }) => kind === 'invoice');
  const ofRetentions = ledger.filter(({ kind }) => kind === 'retention');
  expect(stamps.length + ofRetentions.length).toBe(ledger.length);
  const retentions = (await all('/retentions')).filter(({ uuid }) => uuid !== null);
  expect(ofRetentions.map(({ uuid }) => uuid as string).sort()).toEqual(
    retentions.map(({ uuid }) => uuid as string).sort(),
  );
  const invoices = await eventually(
    () => all('/invoices'),
    (found) => found.every(({ status }) => status !== 'pending'),
  );
  const stamped = invoices.filter(({ uuid }) => uuid !== null);
  const facts = (uuid: string, receiver: string, total: number, seal: string) => ({
    uuid,
    receiver,
    total,
    seal,
  });
  const byUuid = (one: { uuid: string }, two: { uuid: string }) => one.uuid.localeCompare(two.uuid);
  expect(stamps.map((one) => facts(one.uuid, one.receiver, one.total, one.seal)).sort(byUuid)).toEqual(
    stamped
      .map(({ uuid, customer, total, stamp }) =>
        facts(uuid, customer.tax_id, total, stamp.signature.slice(-8)),
      )
      .sort(byUuid),
  );
  expect(new Set(stamps.map(({ request_id }) => request_id)).size).toBe(stamps.length);
  expect(stamped.length).toBeGreaterThan(20);
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
