import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '#bus/testing/until';
import { answers, hangs, startReceiver, type Receiver } from '../receivers/index.js';
import { requestOf } from '../support/request.js';
import { withEventStore } from '../support/events.js';
import { eventsAt, faultsOf, storeProducts } from '../support/webhook-receivers.js';
import type { ServiceProcess } from './process.js';
import { startTopology, type Topology } from './topology.js';

const EVENTS = 10_000;
/** Longer than a lease of deliveries. */
const PAUSE_MS = 40_000;

/** Two replicas of the service webhooks share ten thousand events, while they are killed and paused. */
describe('deliveries of two replicas', () => {
  let topology: Topology;
  let client: pg.Client;
  let healthy: readonly [Receiver, Receiver];
  let hanging: Receiver;
  let replicas: ServiceProcess[];

  beforeAll(async () => {
    topology = await startTopology();
    const { process } = await topology.start('webhooks');
    replicas = [...(topology.processes.get('webhooks') ?? [])];
    expect(replicas).toContain(process);
    client = new pg.Client({ connectionString: topology.databaseUrl });
    await client.connect();
    healthy = [await startReceiver({ behave: answers(200) }), await startReceiver({ behave: answers(200) })];
    hanging = await startReceiver({ behave: hangs });
  }, 300_000);

  afterAll(async () => {
    for (const replica of replicas) if (replica.running) replica.signal('SIGCONT');
    await client.end();
    await topology.stop();
    await Promise.all([...healthy, hanging].map((receiver) => receiver.close()));
  }, 120_000);

  const send = async (path: string, body: object): Promise<{ id: string }> => {
    const asked = requestOf('POST', { key: topology.demo.test_key, body });
    const answer = await fetch(topology.baseUrl + path, asked);
    const answered = (await answer.json()) as { id: string };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answered)}`);
    return answered;
  };
  const at = () => healthy.map(eventsAt).reduce((sum, events) => sum + events, 0);
  const after = async (more: number) => {
    const before = at();
    await until(() => at() >= Math.min(2 * EVENTS, before + more), 120_000);
  };

  it('begin with the endpoints and the events', async () => {
    for (const { url } of [...healthy, hanging])
      await send('/webhooks', { url, enabled_events: ['product.created'] });
    const { id } = await send('/products', { description: 'Ukelele', product_key: '60131324', price: 345.6 });
    await until(() => healthy.every((receiver) => eventsAt(receiver) === 1));
    await withEventStore(topology.databaseUrl, { kind: 'postgres' }, (store) =>
      storeProducts(store, id, EVENTS - 1),
    );
    await after(500);
  });

  it('go on where one is paused for longer than its lease, and wakes', async () => {
    const [first] = replicas;
    first?.signal('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    first?.signal('SIGCONT');
    await after(200);
  });

  it('go on where each is killed in turn', async () => {
    for (const replica of replicas) {
      await replica.kill();
      const { process } = await topology.start('webhooks');
      replicas = [...replicas.filter((one) => one !== replica), process];
      await after(200);
    }
  });

  it('bring each event to each healthy endpoint at least once, the same every time', async () => {
    await until(() => at() === 2 * EVENTS, 160_000);
    const told = "SELECT id FROM webhooks.events WHERE type = 'product.created'";
    const ids = (await client.query<{ id: string }>(told)).rows.map(({ id }) => id);
    expect(ids).toHaveLength(EVENTS);
    for (const receiver of healthy) expect(faultsOf(receiver, ids)).toEqual([]);
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM webhooks.endpoints WHERE doc->>'url' = ANY($1)",
      [healthy.map(({ url }) => url)],
    );
    const left = 'SELECT FROM webhooks.deliveries WHERE endpoint_id = ANY($1)';
    await until(async () => (await client.query(left, [rows.map(({ id }) => id)])).rowCount === 0, 60_000);
  });
});
