import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { answers, startReceiver, type Receiver } from '../receivers/index.js';
import { invoice, universidad } from '../support/bodies.js';
import { requestOf } from '../support/request.js';
import { startTopology, type Topology } from './topology.js';

interface ToldEvent {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly object: { readonly id: string; readonly status?: string; readonly uuid?: string };
  };
}

/** Neither the service of webhooks nor the gateway can read an invoice's stream: its events are told all the same. */
describe('events of an invoice, over topics', () => {
  let topology: Topology;
  let receiver: Receiver;
  const made: string[] = [];

  beforeAll(async () => {
    topology = await startTopology({ TIMBRA_DOMAIN_EVENTS: 'topics' });
    receiver = await startReceiver({ behave: answers(200) });
  }, 300_000);
  afterAll(async () => {
    await topology.stop();
    await receiver.close();
  }, 120_000);

  const ask = (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> =>
    fetch(topology.baseUrl + path, requestOf(method, { key: topology.demo.test_key, ...(body && { body }) }));
  const create = async (path: string, body: object): Promise<{ id: string; uuid?: string }> => {
    const answer = await ask('POST', path, body);
    const doc = (await answer.json()) as { id: string; uuid?: string };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(doc)}`);
    return doc;
  };
  const listed = async (): Promise<readonly ToldEvent[]> => {
    const answer = await ask('GET', `/events?resource_id=${made.at(-1)}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: readonly ToldEvent[] }).data;
  };
  const delivered = (): readonly ToldEvent[] =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as ToldEvent)
      .filter(({ data }) => data.object.id === made.at(-1));

  it('come to an endpoint whole, and are listed as they were delivered', async () => {
    await create('/webhooks', { url: receiver.url, enabled_events: ['invoice.created', 'invoice.stamped'] });
    const customer = await create('/customers', universidad);
    const { id, uuid } = await create('/invoices', invoice({ customer: customer.id }));
    made.push(id);
    await until(() => delivered().length === 2, 60_000);
    const [stamped] = delivered().filter(({ type }) => type === 'invoice.stamped');
    expect(stamped?.data.object).toMatchObject({ id, uuid, status: 'valid' });
    await until(async () => (await listed()).length >= 2, 60_000);
    const byType = (events: readonly ToldEvent[]) => new Map(events.map((event) => [event.type, event]));
    const [inList, sent] = [byType(await listed()), byType(delivered())];
    for (const type of ['invoice.created', 'invoice.stamped'])
      expect(inList.get(type)).toEqual(sent.get(type));
  }, 120_000);

  it('can not be shown while the service of invoices is away, which is said to be for now', async () => {
    for (const process of topology.processes.get('invoicing') ?? []) await process.kill();
    const answer = await ask('GET', `/events?resource_id=${made.at(-1)}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await topology.start('invoicing');
    await until(async () => (await ask('GET', `/events?resource_id=${made.at(-1)}`)).status === 200, 60_000);
    expect((await listed()).length).toBeGreaterThanOrEqual(2);
  }, 180_000);
});
