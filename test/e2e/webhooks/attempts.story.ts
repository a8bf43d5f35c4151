import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { until } from '#bus/testing/until';
import {
  answers,
  hangs,
  inTurn,
  startReceiver,
  type Received,
  type Receiver,
} from '../../receivers/index.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

/** Deliveries from the invoice to the receiver and back into the log: what an integrator does, over HTTP alone. */

let app: TestApp;
let other: TestOrganization;
let receiver: Receiver;
let webhook: Json;

beforeAll(async () => {
  app = await startApp();
  other = await app.newOrganization(await app.newUser(), 'Otra');
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver = await startReceiver();
  webhook = await create(['invoice.stamped']);
});
afterEach(async () => {
  await app.del(`/webhooks/${webhook.id}`);
  await receiver.close();
});

const create = (enabled_events: string[], path = '/hook', over: object = {}): Promise<Json> =>
  app.post('/webhooks', { url: receiver.url + path, enabled_events, ...over });
const at = (path: string): string => `/webhooks/${webhook.id}${path}`;
const stamp = (): Promise<Json> => app.post('/invoices', invoice());
const attempts = async (query = ''): Promise<Json[]> => (await app.get(at(`/attempts${query}`))).data;
const eventOf = ({ body }: Received): Json => JSON.parse(body);
const last = (): Received => receiver.requests.at(-1)!;
/** Until an event's attempt has ended. */
async function ended(count = 1): Promise<Json[]> {
  let found: Json[] = [];
  await until(async () => {
    found = await attempts();
    return found.length >= count && found.every((one) => one.status_code !== null || one.error !== null);
  });
  return found;
}
/** Puts off what the schedule would send soon: on a slow machine it would come before what a test does by hand. */
const postpone = () =>
  app.runtime
    .poolOf('webhooks')
    .query(`UPDATE webhooks.deliveries SET due_at = due_at + interval '1 hour' WHERE leased_by IS NULL`);
const hmac = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

describe('a delivery', () => {
  it('brings the invoice as the API shows it, signed for the SDK and for Standard Webhooks', async () => {
    const all = await create(['*', 'invoice.created'], '/all');
    const { id } = await app.post('/invoices?async=true', invoice());
    await receiver.received(3);
    const told = receiver.requests.map((request) => ({ request, event: eventOf(request) }));
    const updated = told.find(({ event }) => event.type === 'invoice.status_updated')!;
    expect(told.map(({ event }) => event.type).toSorted()).toEqual([
      ...['invoice.created', 'invoice.stamped', 'invoice.status_updated'],
    ]);
    const { body, headers, method, path } = updated.request;
    expect([method, path, headers['content-type']]).toEqual(['POST', '/all', 'application/json']);
    expect(body).toBe(JSON.stringify(updated.event));
    expect(updated.event).toMatchObject({
      ...{ id: headers['webhook-id'], livemode: false, organization: app.demo.organization_id },
      data: { type: 'invoice', object: { id, status: 'valid' } },
    });
    expect(updated.event.data.object).toEqual(await app.get(`/invoices/${id}`));
    const signature = String(headers['facturapi-signature']);
    const sent = { secret: all.secret, signature, payload: body };
    expect(await app.sdk().webhooks.validateSignature(sent)).toEqual(updated.event);
    expect(await app.post('/webhooks/validate-signature', sent)).toEqual(updated.event);
    expect(new Webhook(all.secret).verify(body, headers as Record<string, string>)).toEqual(updated.event);
    expect(() => new Webhook(webhook.secret).verify(body, headers as Record<string, string>)).toThrow();
    await app.del(`/webhooks/${all.id}`);
  });

  it('is in the log: which event, which attempt, what was answered', async () => {
    receiver.behave(answers(201, { body: 'gracias ✓' }));
    await stamp();
    const [attempt, ...more] = await ended();
    expect(more).toEqual([]);
    expect(attempt).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), webhook: webhook.id, event: eventOf(last()).id },
      ...{ attempt: 1, kind: 'automatic', created_at: expect.stringMatching(/Z$/), status_code: 201 },
      ...{ duration_ms: expect.any(Number), response_body: 'gracias ✓', error: null, next_attempt_at: null },
    });
    expect(await app.get(at(`/attempts/${attempt.id}`))).toEqual(attempt);
  });

  it('that fails says why and when the next one is, and keeps 4 KB of the answer', async () => {
    receiver.behave(inTurn(answers(503, { body: 'x'.repeat(10_000) }), answers(200)));
    await stamp();
    const attempt = (await ended()).find((one) => one.attempt === 1);
    expect(attempt).toMatchObject({
      status_code: 503,
      error: expect.stringContaining('503'),
      kind: 'automatic',
    });
    expect(attempt.response_body).toHaveLength(4096);
    const wait = Date.parse(attempt.next_attempt_at) - Date.parse(attempt.created_at);
    expect(wait).toBeGreaterThan(3_700);
    expect(wait).toBeLessThan(9_000);
    await receiver.received(2);
    const [retry] = await ended(2);
    expect(retry).toMatchObject({ attempt: 2, kind: 'automatic', status_code: 200, event: attempt.event });
    const [first, second] = receiver.requests;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
});

describe('the list of attempts', () => {
  it('is filtered, and walked by page and by cursor', async () => {
    for (let n = 0; n < 3; n += 1) await stamp();
    const all = await ended(3);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
    const page = await app.get(at('/attempts?limit=2&page=2'));
    expect(page).toMatchObject({ page: 2, total_pages: 2, total_results: 3, totals_are_capped: false });
    expect(page.data).toEqual(all.slice(2));
    const first = await app.get(at('/attempts?pagination=cursor&limit=2'));
    expect(first).toMatchObject({ data: all.slice(0, 2), previous_cursor: null, total_results: 3 });
    const next = await app.get(at(`/attempts?limit=2&after=${first.next_cursor}`));
    expect(next).toMatchObject({ data: all.slice(2), next_cursor: null });
    expect((await app.get(at(`/attempts?limit=2&before=${next.previous_cursor}`))).data).toEqual(
      all.slice(0, 2),
    );
    expect(await attempts(`?event=${all[1].event}`)).toEqual([all[1]]);
    expect(await attempts('?status=succeeded&kind=automatic')).toHaveLength(3);
    for (const none of ['status=failed', 'status=pending', 'kind=manual', 'date[lt]=2026-01-01'])
      expect(await attempts(`?${none}`)).toEqual([]);
    // Several may have been made in the same millisecond.
    const made = all[1].created_at;
    const then = all.filter(({ created_at }) => created_at === made);
    expect(await attempts(`?date[gte]=${made}&date[lte]=${made}`)).toEqual(then);
  });

  it('refuses what it does not understand, in both languages', async () => {
    for (const [query, path, code] of [
      ['kind=both', 'kind', 'invalid_value'],
      ['status=lost', 'status', 'invalid_value'],
      ['event=1', 'event', 'invalid_format'],
      ['since=2026-01-01', 'since', 'unknown_field'],
    ]) {
      const { status, body } = await app.api('GET', at(`/attempts?${query}`));
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(body.errors).toMatchObject([{ path, code, location: 'query' }]);
    }
    const { body } = await app.api('GET', at('/attempts?date[gte]=ayer'));
    expect(body).toMatchObject({ code: 'invalid_date', path: 'date.gte' });
    const missing = at('/attempts/0123456789abcdef01234567');
    for (const [language, message] of [
      ['es', 'No se encontró el intento de entrega del webhook.'],
      ['en', 'The webhook delivery attempt was not found.'],
    ] as const) {
      const answer = await app.api('GET', missing, undefined, { language });
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        ...[404, 'webhook_delivery_attempt_not_found', message],
      ]);
    }
  });
});

describe('what has no webhook', () => {
  it('is nobody’s: not of another organization, without a key, or for a user', async () => {
    await stamp();
    const [attempt] = await ended();
    const since = { since: new Date(0).toISOString() };
    const routes = [
      ['GET', '/attempts'],
      ['GET', `/attempts/${attempt.id}`],
      ['POST', `/attempts/${attempt.id}/redeliver`],
      ['POST', '/resend-failed', since],
      ['POST', '/replay', { from: since.since }],
      ['POST', '/ping'],
    ] as const;
    for (const [method, path, body] of routes) {
      const theirs = await app.api(method, at(path), body, { key: other.key });
      expect([path, theirs.status, theirs.body.code]).toEqual([path, 404, 'webhook_not_found']);
      expect([path, (await app.api(method, at(path), body, { key: null })).status]).toEqual([path, 401]);
    }
    const theirWebhook = await app.post('/webhooks', { url: receiver.url, enabled_events: ['*'] }, other);
    const crossed = await app.api(
      'GET',
      `/webhooks/${theirWebhook.id}/attempts/${attempt.id}`,
      undefined,
      other,
    );
    expect([crossed.status, crossed.body.code]).toEqual([404, 'webhook_delivery_attempt_not_found']);
    await app.del(`/webhooks/${theirWebhook.id}`, other);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('a delivery by hand', () => {
  it('sends the same event once more, and answers with what came of it', async () => {
    receiver.behave(answers(500));
    await stamp();
    const [failed] = await ended();
    await postpone();
    receiver.behave(answers(202, { body: 'ya' }));
    const made = await app.post(at(`/attempts/${failed.id}/redeliver`));
    expect(made).toMatchObject({
      ...{ event: failed.event, attempt: 2, kind: 'manual', status_code: 202, response_body: 'ya' },
      ...{ error: null, next_attempt_at: null },
    });
    expect(made.id).not.toBe(failed.id);
    const [first, second] = receiver.requests;
    expect([second?.body, second?.headers['webhook-id']]).toEqual([
      first?.body,
      first?.headers['webhook-id'],
    ]);
    expect(await app.get(at(`/attempts/${made.id}`))).toEqual(made);
  });

  it('says so where the receiver takes its time', async () => {
    await stamp();
    const [attempt] = await ended();
    receiver.behave(hangs);
    const made = await app.post(at(`/attempts/${attempt.id}/redeliver`));
    expect(made).toMatchObject({ kind: 'manual', status_code: null, error: null, duration_ms: null });
    expect(await attempts('?status=pending')).toEqual([made]);
  });
});

describe('what was not delivered', () => {
  it('is delivered at once by resend-failed, and what was is not', async () => {
    const since = new Date().toISOString();
    await stamp();
    await ended();
    receiver.behave(answers(500));
    await stamp();
    await ended(2);
    await postpone();
    receiver.behave(answers(200));
    expect(await app.post(at('/resend-failed'), { since })).toEqual({ events: 1 });
    await receiver.received(3);
    expect(receiver.requests[2]?.body).toBe(receiver.requests[1]?.body);
    await ended(3);
    expect(await app.post(at('/resend-failed'), { since })).toEqual({ events: 0 });
  });

  it('while the endpoint was disabled is fetched once it is enabled', async () => {
    const since = new Date().toISOString();
    await app.put(at(''), { status: 'disabled' });
    const { id } = await stamp();
    for (const [path, body] of [
      ['/resend-failed', { since }],
      ['/replay', { from: since }],
    ] as const) {
      const refused = await app.api('POST', at(path), body, { language: 'es' });
      expect([refused.status, refused.body.code]).toEqual([409, 'webhook_disabled']);
      expect(refused.body.message).toContain('Habilítelo');
    }
    await app.put(at(''), { status: 'enabled' });
    expect(receiver.requests).toEqual([]);
    // The event is told a moment after the invoice is there.
    let events = 0;
    await until(async () => {
      ({ events } = await app.post(at('/resend-failed'), { since }));
      return events > 0;
    });
    await receiver.received(1);
    expect(eventOf(last()).data.object.id).toBe(id);
    expect(await ended()).toMatchObject([{ attempt: 1, kind: 'manual', status_code: 200 }]);
  });

  it('or was: replay sends all of a period, under the same ids', async () => {
    const from = new Date().toISOString();
    for (let n = 0; n < 3; n += 1) await stamp();
    await ended(3);
    const to = new Date(Date.now() + 1).toISOString();
    await until(async () => new Date().toISOString() > to);
    await stamp();
    await ended(4);
    expect(await app.post(at('/replay'), { from, to })).toEqual({ events: 3 });
    await receiver.received(7);
    const bodies = receiver.requests.map(({ body }) => body);
    expect(bodies.slice(4).toSorted()).toEqual(bodies.slice(0, 3).toSorted());
    await ended(7);
    expect(await attempts('?kind=manual&status=succeeded')).toHaveLength(3);
    expect(await app.post(at('/replay'), { from })).toEqual({ events: 4 });
  });

  it.each([
    ['/resend-failed', {}, 'invalid_request', 'since', 'required'],
    ['/resend-failed', { since: 'ayer' }, 'invalid_request', 'since', 'invalid_format'],
    ['/resend-failed', { since: '2026-02-30' }, 'invalid_date', 'since', 'invalid_format'],
    ['/resend-failed', { since: '2999-01-01' }, 'invalid_request', 'since', 'invalid_value'],
    ['/replay', { to: '2026-01-01' }, 'invalid_request', 'from', 'required'],
    ['/replay', { from: '2026-01-02', to: '2026-01-01' }, 'invalid_date_range', 'to', undefined],
    ['/replay', { from: '2026-01-02', until: '2026-01-01' }, 'invalid_request', 'until', 'unknown_field'],
  ])('is not asked for by %s with %j', async (path, body, code, field, detail) => {
    const answer = await app.api('POST', at(path), body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    if (detail) expect(answer.body.errors).toMatchObject([{ path: field, code: detail }]);
    else expect(answer.body.path).toBe(field);
  });

  it('is asked for in parts where it is more than ten thousand events', async () => {
    await app.runtime.poolOf('webhooks').query(
      `INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
       SELECT lpad(to_hex(n), 24, '0'), $1, false, 'invoice.stamped', 'invoice-1', 0, 'r', '2020-01-01T00:00:00Z'
       FROM generate_series(1, 10001) AS n`,
      [app.demo.organization_id],
    );
    for (const [language, message] of [
      ['es', 'El periodo tiene más de 10000 eventos. Divídalo en periodos más cortos.'],
      ['en', 'The period has more than 10000 events. Split it into shorter ones.'],
    ] as const) {
      const period = { from: '2019-12-31', to: '2020-01-02' };
      const { status, body } = await app.api('POST', at('/replay'), period, { language });
      expect([status, body.code]).toEqual([400, 'date_range_too_large']);
      expect(body.errors).toMatchObject([{ path: 'from', message }]);
    }
    await app.runtime.poolOf('webhooks').query(`DELETE FROM webhooks.events WHERE created_at < '2021-01-01'`);
  });
});

describe('a ping', () => {
  it('is sent to one endpoint, and answered with what that answered', async () => {
    const deaf = await create(['*'], '/deaf');
    receiver.behave(answers(418, { body: 'tetera' }));
    const { event, attempt } = await app.post(at('/ping'));
    expect(attempt).toMatchObject({ event, attempt: 1, status_code: 418, response_body: 'tetera' });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
    expect(eventOf(last())).toMatchObject({
      ...{ id: event, type: 'webhook.ping', livemode: false },
      data: { type: 'webhook', object: { id: webhook.id } },
    });
    expect(last().body).not.toContain(webhook.secret);
    await app.del(`/webhooks/${deaf.id}`);
  });

  it('reaches one that is disabled, so that it can be tried before it is enabled', async () => {
    await app.put(at(''), { status: 'disabled' });
    expect((await app.post(at('/ping'))).attempt).toMatchObject({ status_code: 200, error: null });
    expect((await app.get(at(''))).status).toBe('disabled');
  });
});

describe('a secret that is rotated', () => {
  it('signs beside the old one for a day; the SDK’s signature stays that of the old one', async () => {
    const { secret } = await app.post(at('/rotate-secret'));
    expect(secret).not.toBe(webhook.secret);
    await stamp();
    await ended();
    const { body, headers } = last();
    for (const one of [secret, webhook.secret])
      expect(new Webhook(one).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'invoice.stamped',
      });
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(headers['facturapi-signature']).toBe(hmac(webhook.secret, body));
    expect((await app.get(at('/secret'))).secret).toBe(secret);
  });
});

describe('the health of an endpoint', () => {
  it('is what its deliveries came to, in the endpoint itself and not in the list', async () => {
    expect((await app.get(at(''))).health).toEqual({
      ...{ success_rate: null, p95_ms: null, attempts: 0, pending: 0 },
      ...{ last_success_at: null, last_failure: null, failing_since: null },
    });
    await stamp();
    await ended();
    receiver.behave(answers(500));
    await stamp();
    const [failed] = await ended(2);
    expect((await app.get(at(''))).health).toMatchObject({
      ...{ success_rate: 0.5, p95_ms: expect.any(Number), attempts: 2, pending: 1 },
      ...{ last_success_at: expect.stringMatching(/Z$/), failing_since: expect.stringMatching(/Z$/) },
      last_failure: { attempt: failed.id, status_code: 500, error: failed.error, at: failed.created_at },
    });
    const { data } = await app.get('/webhooks');
    expect(data.every((one: Json) => !('health' in one))).toBe(true);
  });

  it('ends with 410: the endpoint is disabled, and people are told', async () => {
    receiver.behave(answers(410));
    await stamp();
    await until(async () => (await app.get(at(''))).status === 'disabled');
    expect(await app.get(at(''))).toMatchObject({ disabled_reason: 'gone' });
    expect(await attempts()).toMatchObject([{ status_code: 410, next_attempt_at: null }]);
    await until(async () => {
      const { rows } = await app.runtime.pool.query<{ status: string }>(
        `SELECT status FROM gateway.mails WHERE organization_id = $1 AND template = 'webhook-notice'`,
        [app.demo.organization_id],
      );
      return rows.length === 1 && rows[0]?.status === 'sent';
    });
  });
});

describe('all of this', () => {
  it('leaves no bug behind', () => expect(app.bugs()).toEqual([]));
});
