import { until } from '#bus/testing/until';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { importInto } from '../../events/petitions-story.js';
import { triggered, universidad } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Two organizations of one installation: one asks to cancel what it issued, the other one is the receiver and answers. */

let app: TestApp;
/** The receiver's Test key. */
let receiver: string;
/** Of somebody else, whose RFC nothing was issued to. */
let stranger: string;
beforeAll(async () => {
  app = await startApp();
  const user = await app.newUser();
  const { email: _, ...legal } = universidad;
  const ours = await app.newOrganization(user, 'Universidad');
  await app.put(`/organizations/${ours.id}/legal`, { name: 'Universidad', ...legal }, { key: user });
  receiver = ours.key;
  stranger = (await app.newOrganization(user, 'Nadie')).key;
});
afterAll(() => app.close());

const as = (key: string) => ({ key });
const list = (query = '', key = receiver): Promise<Json> =>
  app.get(`/cancellation-requests${query}`, as(key));
const answer = (uuid: string, word: 'accept' | 'reject', key = receiver): Promise<Answer> =>
  app.api('POST', `/cancellation-requests/${uuid}/${word}`, undefined, as(key));
const requestOf = async (uuid: string, key = receiver): Promise<Json> =>
  (await list('?limit=100', key)).data.find((one: Json) => one.uuid === uuid);
/** An invoice to the receiver, whose cancellation waits for it. */
async function asked(trigger = 'SANDBOX-CANCEL-PENDING'): Promise<Json> {
  const { id } = await app.post('/invoices', triggered(trigger));
  return app.del(`/invoices/${id}?motive=02`);
}
const refusedBy = ({ status, body }: Answer) => [status, body.code];

describe("suppliers' cancellation requests", () => {
  it('are listed with when they were asked for, by their receiver alone', async () => {
    const before = Date.now();
    const one = await asked();
    expect(one).toMatchObject({ status: 'valid', cancellation_status: 'pending' });
    const found = await list();
    expect(found).toMatchObject({ page: 1, total_pages: 1, asking_error: null });
    expect(Date.parse(found.asked_at)).toBeGreaterThanOrEqual(before - 1);
    expect(found.data[0]).toMatchObject({
      ...{ uuid: one.uuid, status: 'pending', livemode: false, answer: null, resolved_at: null },
      ...{ invoice: null, supplier: null, total: null, requested_at: expect.any(String) },
    });
    const { requested_at, expires_at, first_seen_at } = found.data[0];
    expect(Date.parse(expires_at) - Date.parse(requested_at)).toBeGreaterThanOrEqual(72 * 3_600_000);
    expect(Date.parse(first_seen_at)).toBeGreaterThanOrEqual(Date.parse(requested_at));
    for (const key of [stranger, app.demo.test_key]) {
      expect(await requestOf(one.uuid, key)).toBeUndefined();
      expect(refusedBy(await answer(one.uuid, 'accept', key))).toEqual([
        404,
        'cancellation_request_not_found',
      ]);
    }
    expect((await list('?status=accepted')).data).toEqual([]);
    const cursor = await list('?pagination=cursor&limit=1');
    expect(cursor).toMatchObject({ asking_error: null, previous_cursor: null });
  });

  it('have supplier, total and invoice of the received document, whichever comes first', async () => {
    const first = await app.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
    const imported = await importInto(app, first.id, receiver);
    await app.del(`/invoices/${first.id}?motive=02`);
    const known = {
      ...{ invoice: imported.id, total: imported.total, currency: 'MXN' },
      supplier: { legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9' },
    };
    expect(await requestOf(first.uuid)).toMatchObject(known);

    const second = await asked();
    expect(await requestOf(second.uuid)).toMatchObject({ invoice: null, supplier: null });
    const later = await importInto(app, second.id, receiver);
    expect(await requestOf(second.uuid)).toMatchObject({ invoice: later.id, supplier: known.supplier });
  });

  it('that is accepted cancels the invoice at its issuer', async () => {
    const { id, uuid } = await asked();
    const { status, body } = await answer(uuid.toLowerCase(), 'accept');
    expect([status, body]).toMatchObject([
      200,
      { uuid, status: 'accepted', answer: { action: 'accept', status: 'taken', code: null } },
    ]);
    expect(await app.put(`/invoices/${id}/status`)).toMatchObject({ status: 'canceled' });
    expect(await requestOf(uuid)).toMatchObject({ status: 'accepted', resolved_at: body.resolved_at });
  });

  it('that is rejected leaves it valid', async () => {
    const { id, uuid } = await asked();
    expect((await answer(uuid, 'reject')).body).toMatchObject({ status: 'rejected' });
    expect(await app.put(`/invoices/${id}/status`)).toMatchObject({
      ...{ status: 'valid', cancellation_status: 'rejected' },
    });
  });

  it('has one answer: the same one again says how it stands, another one is refused in both languages', async () => {
    const { uuid } = await asked();
    const first = await answer(uuid, 'reject');
    expect(await answer(uuid, 'reject')).toMatchObject({ status: 200, body: first.body });
    const other = await answer(uuid, 'accept');
    expect(refusedBy(other)).toEqual([409, 'cancellation_request_already_answered']);
  });

  it('takes nothing beside its word: what is sent would be dropped', async () => {
    const { uuid } = await asked();
    const path = `/cancellation-requests/${uuid}/accept`;
    for (const [url, body, field] of [
      [path, { motive: '02' }, 'motive'],
      [`${path}?motive=02`, undefined, 'motive'],
    ] as const) {
      const refused = await app.api('POST', url, body, as(receiver));
      expect([...refusedBy(refused), refused.body.path]).toEqual([400, 'invalid_request', field]);
    }
    expect(await requestOf(uuid)).toMatchObject({ status: 'pending', answer: null });
  });

  it('of two opposite answers at the same moment one counts', async () => {
    const { uuid } = await asked();
    const answers = await Promise.all([answer(uuid, 'accept'), answer(uuid, 'reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect(await requestOf(uuid)).toMatchObject({ status: won?.body.status });
  });

  it('that ended without us shows how', async () => {
    const trigger = 'SANDBOX-CANCEL-PENDING-SILENCE';
    const { id, uuid } = await asked(trigger);
    expect(await requestOf(uuid)).toMatchObject({ status: 'pending' });
    // The issuer's look lets the time pass.
    await app.put(`/invoices/${id}/status`);
    expect(refusedBy(await answer(uuid, 'reject'))).toEqual([409, 'cancellation_request_already_answered']);
    // Without its document the SAT cannot be asked: it is over once its time is.
    expect(await requestOf(uuid)).toMatchObject({ status: 'pending', answer: { status: 'refused' } });
    const { id: invoice } = await importInto(app, id, receiver);
    await until(async () => (await requestOf(uuid)).status === 'expired');
    expect(await requestOf(uuid)).toMatchObject({ invoice, status: 'expired' });
  });
});

describe('when the PAC does not answer', () => {
  it('the list is as it was, and says why it was not asked', async () => {
    const { uuid } = await asked();
    const { asked_at } = await list();
    app.sandbox.faults.set('pending', 'outage', 1);
    const found = await list();
    expect(found).toMatchObject({ asking_error: 'cancellation_request_service_unavailable' });
    expect(Date.parse(found.asked_at)).toBeLessThanOrEqual(Date.parse(asked_at));
    expect(found.data[0]).toMatchObject({ uuid, status: 'pending' });
  });

  it('nothing is answered, and it may be answered otherwise', async () => {
    const { uuid } = await asked();
    app.sandbox.faults.set('answer', 'outage', 1);
    expect(refusedBy(await answer(uuid, 'accept'))).toEqual([
      503,
      'cancellation_request_service_unavailable',
    ]);
    expect(await requestOf(uuid)).toMatchObject({ status: 'pending', answer: { status: 'refused' } });
    expect((await answer(uuid, 'reject')).body).toMatchObject({ status: 'rejected' });
  });

  it.each(['timeout-before', 'timeout-after'] as const)(
    'in time (%s), the same answer is sent again, and no other one',
    async (fault) => {
      const { uuid } = await asked();
      app.sandbox.faults.set('answer', fault, 1);
      expect((await answer(uuid, 'accept')).body).toMatchObject({
        ...{ status: 'pending', answer: { action: 'accept', status: 'sending' } },
      });
      expect(refusedBy(await answer(uuid, 'reject'))).toEqual([409, 'cancellation_request_already_answered']);
      await until(async () => (await requestOf(uuid)).status === 'accepted');
    },
  );
});
