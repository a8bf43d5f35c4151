import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { until } from '#bus/testing/until';
import {
  answers,
  closedPort,
  gone,
  hangs,
  inTurn,
  startReceiver,
  tooMany,
  type Behaviour,
  type Receiver,
} from '../receivers/index.js';
import { startApp, type Json, type TestApp } from '../support/app.js';

/** From a request to the API to the receivers of endpoints. */
describe('events are delivered to endpoints', () => {
  let app: TestApp;
  let ahead: number;
  let receivers: Receiver[];
  beforeAll(async () => {
    ahead = 0;
    app = await startApp({}, { systemNow: () => new Date(new Date().getTime() + ahead) });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });
  beforeEach(async () => {
    await Promise.all((receivers ?? []).map((receiver) => receiver.close()));
    receivers = [];
    for (const { id } of (await app.get('/webhooks')).data) await app.del(`/webhooks/${id}`);
  });

  const receiver = async (...behaviours: Behaviour[]) => {
    const made = await startReceiver({ behave: inTurn(...behaviours) });
    receivers.push(made);
    return made;
  };
  const endpoint = (url: string, over: object = {}): Promise<Json> =>
    app.post('/webhooks', { url, enabled_events: ['customer.created'], ...over });
  let number = 0;
  const createCustomer = (): Promise<Json> =>
    app.post('/customers', {
      ...{ legal_name: `Cliente ${(number += 1)}`, tax_id: 'XAXX010101000', tax_system: '616' },
      ...{ email: `cliente${number}@example.com`, address: { zip: '06600' } },
    });
  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await app.runtime.poolOf('webhooks').query(sql, values)).rows as Row[];
  const waiting = async (id: string) =>
    (
      await rows<{ n: number }>('SELECT count(*)::int AS n FROM webhooks.deliveries WHERE endpoint_id = $1', [
        id,
      ])
    )[0]?.n;
  const isDisabled = async (id: string) => (await app.get(`/webhooks/${id}`)).status === 'disabled';

  it('signed, in full, so that a library of Standard Webhooks takes them', async () => {
    const integrator = await receiver(answers(200));
    const { secret } = await endpoint(integrator.url);
    const customer = await createCustomer();
    const [request] = await integrator.received(1);
    const event = new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    expect(event).toMatchObject({ type: 'customer.created', livemode: false, data: { type: 'customer' } });
    expect((event as Json).data.object).toMatchObject({ id: customer.id, legal_name: customer.legal_name });
    expect(request?.headers['webhook-id']).toBe((event as Json).id);
  });

  it('again with the same id and the same bytes after one that failed', async () => {
    const integrator = await receiver(answers(503), answers(200), answers(200));
    const { id } = await endpoint(integrator.url);
    await createCustomer();
    await integrator.received(1);
    await until(
      async () =>
        (await rows('SELECT FROM webhooks.deliveries WHERE attempts = 1 AND leased_by IS NULL')).length === 1,
    );
    // The retry is due in some seconds: they pass at once.
    ahead += 10_000;
    await createCustomer();
    await until(() => integrator.requests.length === 3);
    const [first, ...later] = integrator.requests;
    expect(later.map(({ body }) => body)).toContain(first?.body);
    await until(async () => (await waiting(id)) === 0);
    const attempts = await rows<{ attempt: number; error: string | null }>(
      'SELECT attempt, error FROM webhooks.attempts WHERE event_id = $1 ORDER BY id',
      [first?.headers['webhook-id']],
    );
    expect(attempts).toEqual([
      { attempt: 1, error: expect.any(String) },
      { attempt: 2, error: null },
    ]);
  });

  it('while others hang, refuse and ask for patience', async () => {
    const [healthy, hanging, patient] = [
      await receiver(answers(204)),
      await receiver(hangs),
      await receiver(tooMany('60')),
    ];
    for (const { url } of [healthy, hanging, patient]) await endpoint(url);
    await endpoint(`http://127.0.0.1:${await closedPort()}/hook`);
    await Promise.all(Array.from({ length: 20 }, createCustomer));
    await healthy.received(20);
    expect(new Set(healthy.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
    expect(hanging.requests.length).toBeLessThanOrEqual(5);
    let later: { seconds: number } | undefined;
    await until(async () => {
      [later] = await rows(
        `SELECT extract(epoch FROM a.next_attempt_at - a.finished_at)::float8 AS seconds FROM webhooks.attempts a
         WHERE a.status_code = 429 ORDER BY seconds LIMIT 1`,
      );
      return later !== undefined;
    });
    expect(later?.seconds).toBeGreaterThanOrEqual(59);
  });

  it('no more after 410, and to one that is enabled again from the next event on', async () => {
    const integrator = await receiver(gone, answers(200));
    const { id } = await endpoint(integrator.url);
    await createCustomer();
    await until(() => isDisabled(id));
    expect(await app.get(`/webhooks/${id}`)).toMatchObject({ status: 'disabled' });
    expect(await waiting(id)).toBe(0);
    await createCustomer();
    await app.put(`/webhooks/${id}`, { status: 'enabled' });
    await until(
      async () => (await rows('SELECT FROM webhooks.health WHERE endpoint_id = $1', [id])).length === 0,
    );
    const customer = await createCustomer();
    await integrator.received(2);
    expect(JSON.parse(integrator.requests[1]?.body ?? '{}').data.object.id).toBe(customer.id);
  });
});
