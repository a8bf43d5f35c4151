import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { until } from '#bus/testing/until';
import { answers, startReceiver, type Receiver } from '../receivers/index.js';
import { inParts, invoice, payment, retention, sale, universidad } from '../support/bodies.js';
import { requestOf } from '../support/request.js';
import { SERVICES, startTopology, type ServiceName, type Topology } from './topology.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies as clients see them
type Json = any;

const ALL: readonly ServiceName[] = ['gateway', ...SERVICES];
const RESTORED = ['invoicing', 'receipts', 'gateway', 'webhooks'] as const;

/** Own databases from the day before, beside a shared one and topics of today: each with what was made since in nobody else's tables. */
describe('databases of services that are restored from backups', () => {
  let topology: Topology;
  let receiver: Receiver;
  let baseUrl: string;
  /** Made before the backup, and after it. */
  const made: Record<string, Json> = {};
  /** As they were shown before the databases went back. */
  let shown: Json;
  let toldBefore: ReadonlySet<string>;
  let sentBefore: number;
  /** The gateway's once more, for the second time. */
  let putGatewayBack: () => void;

  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const options = requestOf(method, { key: topology.demo.test_key, ...(body && { body }) });
    const answer = await fetch(baseUrl + path, options);
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const ok = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Json> => {
    const answer = await ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const show = async (): Promise<Json> => {
    const lists: Record<string, Json> = {};
    for (const path of ['/invoices', '/receipts', '/retentions', '/customers']) {
      const { data } = await ok('GET', `${path}?limit=100`);
      lists[path] = data.toSorted((one: Json, other: Json) => (one.id < other.id ? -1 : 1));
    }
    return lists;
  };
  const startAll = async () => {
    const [gateway] = await Promise.all(ALL.map((service) => topology.start(service)));
    baseUrl = `${gateway?.url}/v2`;
  };
  /** Deliveries by event. */
  const sent = (): ReadonlyMap<string, readonly string[]> => {
    const byId = new Map<string, string[]>();
    for (const { body } of receiver.requests) {
      const { id } = JSON.parse(body) as { id: string };
      byId.set(id, [...(byId.get(id) ?? []), body]);
    }
    return byId;
  };
  /** Until the receiver has been left alone for three seconds. */
  const untilQuiet = async () => {
    for (let seen = -1; seen !== receiver.requests.length;) {
      seen = receiver.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    }
  };

  beforeAll(async () => {
    // Links are the same whichever port the gateway has.
    const settings = { TIMBRA_DOMAIN_EVENTS: 'topics', TIMBRA_PUBLIC_URL: 'https://timbra.example' };
    topology = await startTopology(settings, { ownDatabases: true });
    ({ baseUrl } = topology);
    receiver = await startReceiver({ behave: answers(200) });
    await ok('POST', '/webhooks', {
      url: receiver.url,
      enabled_events: ['invoice.created', 'invoice.stamped'],
    });
    made['before'] = await ok('POST', '/invoices', invoice({ series: 'R', idempotency_key: 'before' }));
    made['invoiced'] = await ok('POST', '/receipts', sale());
    await untilQuiet();
    toldBefore = new Set(sent().keys());
    await topology.end();
    const putBack = await topology.backUp(...RESTORED);
    putGatewayBack = await topology.backUp('gateway');
    await startAll();
    made['later'] = await ok('POST', '/invoices', invoice({ series: 'R', idempotency_key: 'later' }));
    made['paid'] = await ok('POST', '/invoices', inParts({ series: 'R' }));
    await ok('POST', '/invoices', payment({ payment_form: '03', invoice: made['paid'].id, amount: 1000 }));
    made['kept'] = await ok('POST', '/retentions', retention({ idempotency_key: 'retained' }));
    made['sold'] = await ok('POST', '/receipts', sale({ idempotency_key: 'sold' }));
    await ok('POST', `/receipts/${made['invoiced'].id}/invoice`, { customer: universidad });
    await until(async () => {
      shown = await show();
      return shown['/receipts'].some(({ status }: Json) => status === 'invoiced_to_customer');
    }, 60_000);
    await untilQuiet();
    sentBefore = receiver.requests.length;
    await topology.end();
    putBack();
    await startAll();
  }, 600_000);
  afterAll(async () => {
    await topology.stop();
    await receiver.close();
  }, 120_000);

  it('show again all that they showed', async () => {
    expect(shown['/invoices']).toHaveLength(5);
    await until(async () => JSON.stringify(await show()) === JSON.stringify(shown), 60_000).catch(
      () => undefined,
    );
    expect(await show()).toEqual(shown);
  }, 120_000);

  it('tell endpoints again what they had been told since, under the same ids, and nothing of before', async () => {
    await untilQuiet();
    const since = [...sent()].filter(([id]) => !toldBefore.has(id));
    expect(since.length).toBeGreaterThanOrEqual(8);
    expect(receiver.requests.length).toBe(sentBefore + since.length);
    for (const [, bodies] of since) expect([bodies.length, new Set(bodies).size]).toEqual([2, 1]);
    for (const id of toldBefore) expect(sent().get(id)).toHaveLength(1);
  }, 120_000);

  it('give no folio and no key again', async () => {
    const folios = [made['before'], made['later'], made['paid']].map((one) => one.folio_number);
    expect(folios).toEqual([1, 2, 3]);
    expect(await ok('POST', '/invoices', invoice({ series: 'R' }))).toMatchObject({ folio_number: 4 });
    expect(await ok('POST', '/receipts', sale())).toMatchObject({ folio_number: 3 });
    for (const [path, body, id] of [
      ['/invoices', invoice({ idempotency_key: 'before' }), made['before'].id],
      ['/invoices', invoice({ idempotency_key: 'later' }), made['later'].id],
      ['/retentions', retention({ idempotency_key: 'retained' }), made['kept'].id],
      ['/receipts', sale({ idempotency_key: 'sold' }), made['sold'].id],
    ] as const)
      expect(await ask('POST', path, body)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_in_use', resource_id: id },
      });
  });

  it('let nobody pay more than is due, nor invoice a receipt twice', async () => {
    const pay = (amount: number) =>
      ask('POST', '/invoices', payment({ payment_form: '03', invoice: made['paid'].id, amount }));
    expect(await pay(161)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'amount_exceeds_related_document_balance' }] },
    });
    const { body } = await pay(160);
    expect(body.complements[0].data[0].related_documents).toMatchObject([
      { installment: 2, last_balance: 160 },
    ]);
    const again = await ask('POST', `/receipts/${made['invoiced'].id}/invoice`, { customer: universidad });
    expect(again.status).toBe(409);
  });

  it('ask the owners for what the topics no longer have', async () => {
    await until(
      async () => (await show())['/invoices'].some(({ status }: Json) => status === 'valid'),
      60_000,
    );
    const before = await show();
    await topology.end();
    const kafka = new Kafka({
      brokers: [process.env['TIMBRA_TEST_KAFKA'] ?? ''],
      logLevel: logLevel.NOTHING,
    });
    const admin = kafka.admin();
    await admin.connect();
    for (const topic of (await admin.listTopics()).filter((name) =>
      name.startsWith(`${topology.prefix}.domain.`),
    )) {
      const ends = await admin.fetchTopicOffsets(topic);
      const partitions = ends.map(({ partition }) => ({ partition, offset: '-1' }));
      await admin.deleteTopicRecords({ topic, partitions });
      for (const { low, high } of await admin.fetchTopicOffsets(topic)) expect(low).toBe(high);
    }
    await admin.disconnect();
    putGatewayBack();
    await startAll();
    await until(async () => JSON.stringify(await show()) === JSON.stringify(before), 60_000).catch(
      () => undefined,
    );
    expect(await show()).toEqual(before);
  }, 300_000);
});
