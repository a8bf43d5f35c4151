import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { answers, hangs, startReceiver, type Behaviour, type Receiver } from '../receivers/index.js';
import { eventsAt, faultsOf, storeProducts } from '../support/webhook-receivers.js';
import type { Answer } from './client.js';
import { useCrashStage } from './stage.js';

const EVENTS = 10_000;
const PRODUCT = { description: 'Ukelele', product_key: '60131324', price: 345.6 };

/** Kills the service (kill -9) at every step of a delivery, while it delivers ten thousand events to three endpoints. */
describe('kill -9 in the middle of deliveries', () => {
  const stage = useCrashStage();
  let healthy: readonly [Receiver, Receiver];
  let hanging: Receiver;
  let behaviour: Behaviour = answers(200);

  beforeAll(async () => {
    const asTold: Behaviour = (request, response) => behaviour(request, response);
    healthy = [await startReceiver({ behave: asTold }), await startReceiver({ behave: asTold })];
    hanging = await startReceiver({ behave: hangs });
  });

  afterAll(() => Promise.all([...healthy, hanging].map((receiver) => receiver.close())));

  const send = async (request: string, body: object): Promise<Answer['body']> => {
    const answer = await stage.client.send(request, body);
    if (answer.status >= 300) throw new Error(`${request}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const count = async (sql: string, values: unknown[] = []): Promise<number> =>
    (await stage.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]?.n ?? 0;
  const at = () => healthy.map(eventsAt).reduce((sum, events) => sum + events, 0);
  /** So many more have come. */
  const after = async (more: number) => {
    const before = at();
    await until(() => at() >= Math.min(2 * EVENTS, before + more), 60_000);
  };
  /** Kills it just before it writes something, and starts it again. */
  async function killBefore(table: string, when: string): Promise<void> {
    const held = await stage.hold(table, when);
    await held.reached();
    await stage.service.kill('service');
    await held.drop();
    await stage.service.start();
  }

  it('begins with the endpoints and the events', async () => {
    for (const { url } of [...healthy, hanging])
      await send('POST /webhooks', { url, enabled_events: ['product.created'] });
    const { id } = await send('POST /products', PRODUCT);
    await until(() => healthy.every((receiver) => eventsAt(receiver) === 1));
    await stage.withStore((store) => storeProducts(store, id, EVENTS - 1));
    await after(500);
  }, 180_000);

  it('before the attempt is recorded', async () => {
    await killBefore('webhooks.attempts', 'NEW.finished_at IS NULL');
    await after(500);
  }, 180_000);

  it('after the attempt was recorded, and before it is sent', async () => {
    await killBefore('webhooks.events', 'NEW.body IS NOT NULL');
    await after(500);
    expect(await count("webhooks.attempts WHERE error = 'interrupted'")).toBeGreaterThan(0);
  }, 180_000);

  it('after it was sent, and before it is answered', async () => {
    const unanswered = healthy.map(({ requests }) => requests.length);
    behaviour = hangs;
    await until(() => healthy.every(({ requests }, n) => requests.length > (unanswered[n] ?? 0)));
    await stage.service.kill('service');
    behaviour = answers(200);
    await stage.service.start();
    await after(500);
  }, 180_000);

  it('after it was answered, and before that is noted', async () => {
    await killBefore('webhooks.attempts', 'NEW.finished_at IS NOT NULL AND NEW.status_code IS NOT NULL');
    await after(500);
  }, 180_000);

  it('at any moment', async () => {
    for (let kill = 0; kill < 3; kill += 1) {
      await after(300);
      await stage.service.kill('service');
      await stage.service.start();
    }
  }, 120_000);

  it('brings each event to each healthy endpoint at least once, the same every time, and loses none', async () => {
    await until(() => at() === 2 * EVENTS, 240_000);
    const { rows } = await stage.db.query<{ id: string }>(
      "SELECT id FROM webhooks.events WHERE type = 'product.created'",
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(EVENTS);
    for (const receiver of healthy) expect(faultsOf(receiver, ids)).toEqual([]);
    const sent = healthy.reduce((sum, { requests }) => sum + requests.length, 0);
    // What was under way at a kill comes once more, and nothing else.
    expect(sent - 2 * EVENTS).toBeLessThan(1_000);
    const { rows: endpoints } = await stage.db.query<{ id: string }>(
      "SELECT id FROM webhooks.endpoints WHERE doc->>'url' = ANY($1)",
      [healthy.map(({ url }) => url)],
    );
    const own = endpoints.map(({ id }) => id);
    await until(async () => (await count('webhooks.deliveries WHERE endpoint_id = ANY($1)', [own])) === 0);
    expect(await count('webhooks.attempts WHERE endpoint_id = ANY($1)', [own])).toBeGreaterThanOrEqual(sent);
    expect(await count('webhooks.attempts WHERE endpoint_id = ANY($1) AND finished_at IS NULL', [own])).toBe(
      0,
    );
    expect(await count('webhooks.deliveries')).toBe(EVENTS);
  }, 300_000);
});
