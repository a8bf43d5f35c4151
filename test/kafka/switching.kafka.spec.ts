import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import facturapi, { type CancellationMotive } from 'facturapi';
import pg from 'pg';
import { until } from '#bus/testing/until';
import { invoice, stored, universidad } from '../support/bodies.js';
import { answers, startReceiver, type Receiver } from '../receivers/index.js';
import { requestOf } from '../support/request.js';
import { startTopology, type Topology } from './topology.js';

/** The services that the life of an invoice needs. */
const NEEDED = [
  ...(['organizations', 'customers', 'invoicing', 'stamping'] as const),
  ...(['cancellation', 'notifications', 'webhooks'] as const),
];

type Sdk = InstanceType<typeof facturapi.default>;

/** An installation that changes from the feed to topics and back, with its data; one process dies under each service. */
describe('from the feed to topics and back', () => {
  let topology: Topology;
  let database: pg.Pool;
  let receiver: Receiver;
  let baseUrl: string;
  const made: string[] = [];

  beforeAll(async () => {
    topology = await startTopology({ TIMBRA_LEASE_MS: '2000', TIMBRA_KAFKA_SESSION_MS: '6000' });
    database = new pg.Pool({ connectionString: topology.databaseUrl, max: 2 });
    database.on('error', () => undefined);
    receiver = await startReceiver({ behave: answers(200) });
    baseUrl = topology.baseUrl;
  }, 300_000);
  afterAll(async () => {
    await database.end();
    await topology.stop();
    await receiver.close();
  }, 120_000);

  const sdk = (): Sdk => {
    const client = new facturapi.default(topology.demo.test_key);
    client.BASE_URL = baseUrl;
    return client;
  };
  const change = async (by: 'feed' | 'topics') => {
    await topology.end();
    const settings = { TIMBRA_DOMAIN_EVENTS: by };
    const [gateway] = await Promise.all([
      topology.start('gateway', settings),
      ...NEEDED.map((service) => topology.start(service, settings)),
    ]);
    baseUrl = `${gateway.url}/v2`;
  };
  /** A customer with its invoice, that is mailed and canceled. */
  const live = async () => {
    const customer = await sdk().customers.create(universidad);
    const { id, status } = await sdk().invoices.create(invoice({ customer: customer.id }));
    expect(status).toBe('valid');
    made.push(id);
    const valid = await sdk().invoices.retrieve(id);
    expect(valid.customer).toMatchObject({ id: customer.id });
    expect(await sdk().invoices.sendByEmail(id)).toEqual({ ok: true });
    const canceled = await sdk().invoices.cancel(id, { motive: '02' as CancellationMotive });
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect(await sdk().invoices.retrieve(id)).toEqual(stored(canceled));
  };
  const count = async (query: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await database.query<{ count: string }>(query, [...values])).rows[0]?.count);
  /** Everything happened once, for every document so far. */
  const once = async () => {
    const mails = () => count('SELECT count(*) FROM platform.mailbox');
    await until(async () => (await mails()) >= made.length, 120_000);
    const told = `SELECT count(*) FROM webhooks.events WHERE stream = ANY($1) AND type = ANY($2)`;
    const streams = made.map((id) => `invoice-${id}`);
    const types = ['invoice.created', 'invoice.canceled'];
    await until(async () => (await count(told, [streams, types])) >= 2 * made.length, 120_000);
    expect(await mails()).toBe(made.length);
    expect(await count(told, [streams, types])).toBe(2 * made.length);
    expect(await count('SELECT count(*) FROM pac_sandbox.stamps')).toBe(made.length);
    const commands = `SELECT count(*) FROM platform.pending_commands WHERE due_at <= now()`;
    await until(async () => (await count(commands)) === 0, 60_000);
    for (const id of made) expect(await sdk().invoices.retrieve(id)).toMatchObject({ status: 'canceled' });
    expect((await sdk().invoices.list({ limit: 50 })).data).toHaveLength(made.length);
  };
  const places = async (like: string): Promise<Map<string, string>> => {
    const { rows } = await database.query<{ name: string; position: string }>(
      'SELECT name, position FROM platform.checkpoints WHERE name LIKE $1',
      [like],
    );
    return new Map(rows.map(({ name, position }) => [name, position]));
  };

  it('begins with the feed', async () => {
    const asked = requestOf('POST', {
      key: topology.demo.test_key,
      body: { url: receiver.url, enabled_events: ['*'] },
    });
    expect((await fetch(`${baseUrl}/webhooks`, asked)).ok).toBe(true);
    await live();
    await once();
    expect([...(await places('%@%')).keys()]).toEqual([]);
  }, 300_000);

  it('goes on over topics, from where each consumer was', async () => {
    await change('topics');
    await live();
    await live();
    await once();
    const lanes = [...(await places('%@%')).keys()];
    expect(lanes).toContain('invoicing.process@own');
    for (const lane of ['invoices@invoice/', 'invoicing.process@stamping/', 'customers.customers@customer/'])
      expect(lanes.filter((name) => name.startsWith(lane))).toHaveLength(3);
  }, 300_000);

  it('loses nothing, and does nothing twice, where the processes that relay and follow die', async () => {
    for (const service of ['invoicing', 'stamping', 'gateway'] as const) {
      const { url } = await topology.start(service, { TIMBRA_DOMAIN_EVENTS: 'topics' });
      const [first] = (topology.processes.get(service) ?? []).filter(({ running }) => running);
      // A caller of the gateway that dies would lose its answer: they come by the other one.
      baseUrl = service === 'gateway' ? `${url}/v2` : baseUrl;
      const during = live();
      await first?.kill();
      await during;
      await live();
    }
    await once();
  }, 300_000);

  it('is back on the feed, and passes over what came from topics', async () => {
    const before = await places('invoicing.process');
    await change('feed');
    await live();
    await once();
    expect(Number((await places('invoicing.process')).get('invoicing.process'))).toBeGreaterThan(
      Number(before.get('invoicing.process')),
    );
  }, 300_000);
});
