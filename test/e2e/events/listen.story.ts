import facturapi from 'facturapi';
import { Webhook } from 'standardwebhooks';
import { until } from '#bus/testing/until';
import { runTimbra } from '../../../packages/timbra/test/program.js';
import { answers, closedPort, slow, startReceiver, type Receiver } from '../../receivers/index.js';
import { universidad } from '../../support/bodies.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { testEventStore, type TestEventStore } from '../../support/event-store.js';
import { ownMsOf } from '../../support/own-time.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

/** `timbra listen` and `timbra trigger`, as somebody runs them, with the real service and real receivers. */

let database: TestDatabase;
let events: TestEventStore;
let port: number;
let app: TestApp;
let user: string;
let ours: TestOrganization;
let theirs: TestOrganization;
let receiver: Receiver;
let runs: ReturnType<typeof runTimbra>[] = [];

const start = () => startApp({ DATABASE_URL: database.url, TIMBRA_PORT: String(port), ...events.env });

beforeAll(async () => {
  [database, events, port] = [await freshDatabase(), await testEventStore(), await closedPort()];
  app = await start();
  user = await app.newUser();
  [ours, theirs] = [await app.newOrganization(user), await app.newOrganization(user)];
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const run of runs) run.kill();
  await Promise.all(runs.map(({ exited }) => exited));
  runs = [];
  await receiver.close();
});
afterAll(async () => {
  await app.close();
  await Promise.all([database.drop(), events.stop()]);
});

const timbra = (args: readonly string[], env: Record<string, string> = {}) => {
  const run = runTimbra(args, { TIMBRA_API_URL: app.baseUrl, TIMBRA_API_KEY: ours.key, ...env });
  runs.push(run);
  return run;
};
const listening = async (...more: string[]) => {
  const run = timbra(['listen', '--forward-to', `${receiver.port}/hook`, ...more]);
  await run.printed('Listening to');
  return run;
};
const secretOf = (run: ReturnType<typeof runTimbra>): string => /whsec_\S+/.exec(run.out())?.[0] ?? '';
const customer = (name: string): Promise<Json> =>
  app.post('/customers', { ...universidad, email: `${name}@example.com` }, { key: ours.key });
const idsOf = (): unknown[] => receiver.requests.map(({ body }) => JSON.parse(body).data.object.id as string);

describe('timbra listen', () => {
  it('forwards what happens, so that the SDK and a Standard Webhooks library verify it', async () => {
    const run = await listening();
    const { id } = await customer('verified');
    const [request] = await receiver.received(1);
    const { body = '', headers = {} } = request ?? {};
    const secret = secretOf(run);
    expect(JSON.parse(body)).toMatchObject({ type: 'customer.created', data: { object: { id } } });
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    const sdk = new facturapi.default(ours.key);
    const signature = String(headers['facturapi-signature']);
    expect(await sdk.webhooks.validateSignature({ secret, payload: body, signature })).toEqual(
      JSON.parse(body),
    );
    await run.printed(/customer\.created {2}[0-9a-f]{24} {2}→ 200 \(\d+ ms\)/);
  });

  it('forwards the samples that timbra trigger asks for', async () => {
    await listening();
    const run = timbra(['trigger', 'invoice.status_updated']);
    expect(await run.exited).toBe(0);
    const [request] = await receiver.received(1);
    const { id, type } = JSON.parse(request?.body ?? '');
    expect([run.out(), type]).toEqual([
      `Triggered invoice.status_updated: event ${id}\n`,
      'invoice.status_updated',
    ]);
    const wrong = timbra(['trigger', 'invoice.exploded']);
    expect([await wrong.exited, wrong.err()]).toEqual([1, expect.stringContaining('invoice.stamped')]);
  });

  it('is told of samples that a registered webhook gets too, with the same body', async () => {
    await listening();
    const registered = await startReceiver();
    const url = `${registered.url}/registered`;
    const webhook = await app.post(
      '/webhooks',
      { url, enabled_events: ['invoice.canceled'] },
      { key: ours.key },
    );
    const { id } = await app.post('/sandbox/events', { type: 'invoice.canceled' }, { key: ours.key });
    const [[delivered], [forwarded]] = await Promise.all([registered.received(1), receiver.received(1)]);
    expect([delivered?.headers['webhook-id'], forwarded?.headers['webhook-id']]).toEqual([id, id]);
    expect(forwarded?.body).toBe(delivered?.body);
    const own = ({ headers }: { headers: object }) =>
      Object.keys(headers).filter((name) => /^webhook-|signature|content-type/.test(name));
    expect(forwarded && own(forwarded).sort()).toEqual(delivered && own(delivered).sort());
    await app.del(`/webhooks/${webhook.id}`, { key: ours.key });
    await registered.close();
  });

  it('gives many events in the order in which they happened to a resource, however slow the receiver is', async () => {
    await listening();
    receiver.behave(slow(5));
    const { id } = await customer('many');
    for (let times = 1; times <= 60; times += 1)
      await app.put(`/customers/${id}`, { phone: String(5_500_000_000 + times) }, { key: ours.key });
    const requests = await receiver.received(61);
    const phones = requests.slice(1).map(({ body }) => JSON.parse(body).data.object.phone as string);
    expect(phones).toEqual(Array.from({ length: 60 }, (_, index) => String(5_500_000_001 + index)));
  });

  it('resumes without loss after the service was away', async () => {
    const run = await listening();
    const first = await customer('before');
    await receiver.received(1);
    // An open stream does not hold up the end.
    expect(await ownMsOf(() => app.close())).toBeLessThan(10_000);
    await run.printed('Connection lost');
    app = await start();
    const between = await customer('between');
    await run.printed('Connected again: nothing was missed');
    await receiver.received(2);
    const after = await customer('after');
    await receiver.received(3);
    expect(idsOf()).toEqual([first.id, between.id, after.id]);
  });

  it('sees nothing of other organizations', async () => {
    await listening();
    await app.post('/customers', universidad, { key: theirs.key });
    const { id } = await customer('own');
    await receiver.received(1);
    expect(idsOf()).toEqual([id]);
  });

  it('goes on after receivers that fail', async () => {
    const run = await listening();
    receiver.behave(answers(503));
    await customer('failing');
    await run.printed('→ 503');
    receiver.behave(answers(204));
    await customer('working');
    await run.printed('→ 204');
    expect(await run.interrupt()).toBe(0);
    expect(run.out()).toContain('Stopped: 2 received, 1 delivered, 1 failed');
  });

  it('says what it is refused with', async () => {
    const wrong = timbra(['listen'], { TIMBRA_API_KEY: `sk_test_${'x'.repeat(40)}` });
    expect([await wrong.exited, wrong.err()]).toEqual([1, expect.stringContaining('(401 api_key_invalid)')]);
    const type = timbra(['listen', '--events', 'invoice.exploded']);
    expect([await type.exited, type.err()]).toEqual([1, expect.stringContaining('(400 invalid_request)')]);
    const elsewhere = timbra(['listen'], { TIMBRA_API_URL: app.baseUrl.replace('/v2', '/v3') });
    expect([await elsewhere.exited, elsewhere.err()]).toEqual([
      1,
      expect.stringContaining('(404 not_found)'),
    ]);
    const open = [];
    for (let times = 0; times < 5; times += 1) open.push(await listening());
    const sixth = timbra(['listen']);
    expect([await sixth.exited, sixth.err()]).toEqual([
      1,
      expect.stringContaining('already has 5 connections'),
    ]);
  });

  it('ends once its key is renewed, at the next connection', async () => {
    const run = timbra(['listen'], { TIMBRA_API_KEY: theirs.key });
    await run.printed('Listening to');
    await app.put(`/organizations/${theirs.id}/apikeys/test`, undefined, { key: user });
    await app.close();
    app = await start();
    expect(await run.exited).toBe(1);
    expect(run.err()).toContain('(401 api_key_invalid)');
  });
});

it('met no bug on the way', async () => {
  await until(() => runs.length === 0);
  expect(app.bugs()).toEqual([]);
});
