import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { until } from '#bus/testing/until';
import { webhooksKey, type Webhook, type WebhooksEvent } from '#contracts';
import { NO_STREAM, type EventStore } from '#event-store';
import { FeedHub, placeAt } from '#eventing';
import { migrate, migrationsOf } from '#hosting';
import { metadata, openBench, silent, tenant, type Bench } from '#hosting/testing/bench';
import { newId, writePosition } from '#kernel';
import { webhooksService } from '../service.js';
import { Collector } from './collector.js';
import { COLLECTOR, type CollectorOptions } from './collector-options.js';

/** The collector against a real PostgreSQL: what it writes, in which order, and what remains when it dies. */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([webhooksService]));
});
afterAll(() => bench.dispose());

interface Process {
  readonly hub: FeedHub;
  readonly collector: Collector;
  readonly pool: pg.Pool;
  readonly store: EventStore;
}
const running: Process[] = [];

/** A process of the service with its own connections; `pool` stands in for the one it writes by. */
async function startProcess(over: Partial<CollectorOptions> = {}): Promise<Process> {
  const { pool, store } = bench.another();
  const options = {
    pool,
    store,
    streams: store,
    log: silent,
    eventDays: 30,
    answerWaitMs: 30_000,
    gatherMs: 60_000,
    ...over,
  };
  const collector = new Collector(options);
  const hub = new FeedHub({ store, log: silent, pollMs: 10 });
  hub.follow(collector);
  await hub.start();
  const process = { hub, collector, pool, store };
  running.push(process);
  return process;
}
afterEach(async () => {
  for (const { hub } of running.splice(0)) await hub.stop();
});
beforeEach(async () => {
  // Each case begins where the one before it ended, with no endpoint.
  await bench.pool.query('TRUNCATE webhooks.events, webhooks.deliveries, webhooks.endpoints');
  await bench.pool.query(
    `INSERT INTO platform.checkpoints (name, position) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET position = $2`,
    [COLLECTOR, writePosition(await bench.store.head())],
  );
});

const at = '2026-11-26T18:00:00.000Z';

async function append(stream: string, type: string, data: unknown = { at }, over = {}): Promise<void> {
  const revision = (await bench.store.read(stream)).length - 1;
  const events = [{ id: randomUUID(), type, data }];
  await bench.store.append(stream, revision < 0 ? NO_STREAM : revision, events, { ...metadata, ...over });
}
const happen = (event: WebhooksEvent, of = tenant) =>
  append(`webhooks-${webhooksKey(of)}`, event.type, event.data, of);

const customer = (id = newId(), over = {}) => append(`customer-${id}`, 'CustomerCreated', { at }, over);
const endpoint = (
  webhook_id: string,
  enabled_events: readonly string[] = ['customer.created'],
): WebhooksEvent => ({
  type: 'WebhookCreated',
  data: {
    ...{ webhook_id, secret_key: 's', url: 'https://example.com', enabled_events, description: null },
    ...{ headers: [], headers_key: null, payload_style: 'full', ordered: false, at },
  },
});

const told = async (): Promise<{ type: string; resource_id: string; id: string }[]> =>
  (await bench.pool.query('SELECT id, type, resource_id FROM webhooks.events ORDER BY seq')).rows;
const types = async (): Promise<string[]> => (await told()).map(({ type }) => type);
const deliveries = async (): Promise<string[]> =>
  (
    await bench.pool.query<{ to: string }>(
      `SELECT d.endpoint_id || ' ' || e.type || ' ' || e.resource_id AS to
       FROM webhooks.deliveries d JOIN webhooks.events e ON e.id = d.event_id ORDER BY d.id`,
    )
  ).rows.map(({ to }) => to);

describe('told events', () => {
  it('are written in the order of the feed, and can be read right after a write, though nobody subscribes', async () => {
    const { collector } = await startProcess();
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await customer(id);
    await append(`customer-${ids[1]}`, 'CustomerEdited');
    await collector.catchUpWithStore(60_000);
    expect((await told()).map(({ type, resource_id }) => [type, resource_id])).toEqual([
      ...ids.map((id) => ['customer.created', id]),
      ['customer.edited', ids[1]],
    ]);
    expect(await deliveries()).toEqual([]);
  });

  it('are gathered while nobody waits for them: one statement, however many events', async () => {
    const statements: string[] = [];
    const { pool } = bench.another();
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((...args: unknown[]) => {
      statements.push((args[0] as { name?: string }).name ?? '');
      return query(...args);
    }) as pg.Pool['query'];
    const { collector } = await startProcess({ pool });
    await customer();
    await collector.catchUpWithStore(60_000);
    statements.length = 0;
    for (let n = 0; n < 50; n += 1) await customer();
    await collector.catchUpWithStore(60_000);
    expect(await types()).toHaveLength(51);
    expect(statements.filter((name) => name.startsWith('collect')).length).toBeLessThanOrEqual(2);
  });

  it('have ids that follow from the event, and sort by time', async () => {
    const { collector } = await startProcess();
    await customer();
    await customer();
    await collector.catchUpWithStore(60_000);
    const ids = (await told()).map(({ id }) => id);
    // Both may be of one millisecond, which their first half says.
    const times = ids.map((id) => id.slice(0, 12));
    expect(times).toEqual(times.toSorted());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('of events older than they are kept are passed over, while endpoints of then are known', async () => {
    await happen(endpoint('w-old'));
    await customer();
    await bench.pool.query(`UPDATE event_store.events SET recorded_at = now() - interval '31 days'`);
    await customer();
    const { collector } = await startProcess();
    await collector.catchUpWithStore(60_000);
    expect(await types()).toEqual(['customer.created']);
    expect(await deliveries()).toHaveLength(1);
  });
});

describe('deliveries', () => {
  it('are for endpoints that wanted the type and were enabled before the event, and not a moment longer', async () => {
    const { collector } = await startProcess();
    const [before, between, after] = [newId(), newId(), newId()];
    await customer(before);
    await happen(endpoint('w1'));
    await happen(endpoint('w2', ['customer.edited', '*']));
    await customer(between);
    await append(`customer-${between}`, 'CustomerEdited');
    await append(`customer-${between}`, 'CustomerEditLinkCompleted', { link_id: 'l', at });
    await collector.catchUpWithStore(60_000);
    expect(await deliveries()).toEqual([
      `w1 customer.created ${between}`,
      `w2 customer.edited ${between}`,
      `w2 customer.edit_link_completed ${between}`,
    ]);
    await happen({ type: 'WebhookDisabled', data: { webhook_id: 'w1', reason: 'request', at } });
    await happen({ type: 'WebhookDeleted', data: { webhook_id: 'w2', at } });
    await customer(after);
    await collector.catchUpWithStore(60_000);
    expect(await deliveries()).toEqual([]);
    await happen({ type: 'WebhookEnabled', data: { webhook_id: 'w1', at } });
    await customer(after);
    const last = newId();
    await customer(last);
    await collector.catchUpWithStore(60_000);
    expect((await deliveries()).at(-1)).toBe(`w1 customer.created ${last}`);
    const { rows } = await bench.pool.query<{ id: string; doc: Webhook }>(
      'SELECT id, doc FROM webhooks.endpoints',
    );
    expect(rows.map(({ id, doc }) => [id, doc.status])).toEqual([['w1', 'enabled']]);
  });

  it('are of the tenant’s own events: not of another organization, not of the other environment', async () => {
    const { collector } = await startProcess();
    await happen(endpoint('w1'));
    await customer(newId(), { organizationId: newId() });
    await customer(newId(), { livemode: true });
    const own = newId();
    await customer(own);
    await collector.catchUpWithStore(60_000);
    expect(await deliveries()).toEqual([`w1 customer.created ${own}`]);
  });

  it('of a ping go to its endpoint alone, enabled or not; samples to all who want their type', async () => {
    const { collector } = await startProcess();
    await happen(endpoint('w1'));
    await happen(endpoint('w2'));
    await happen({ type: 'WebhookDisabled', data: { webhook_id: 'w1', reason: 'request', at } });
    await happen({ type: 'WebhookPinged', data: { webhook_id: 'w1', ping_id: newId(), at } });
    await happen({
      type: 'SampleTriggered',
      data: { event_type: 'customer.created', sample_id: 'sample', at },
    });
    await collector.catchUpWithStore(60_000);
    expect(await deliveries()).toEqual(['w1 webhook.ping w1', 'w2 customer.created sample']);
  });

  it('are written at once, and their worker is woken, however long others are gathered', async () => {
    const { collector } = await startProcess();
    let woken = 0;
    collector.wake.onWake(() => (woken += 1));
    await happen(endpoint('w1'));
    await customer();
    await until(() => woken > 0);
    await until(async () => (await deliveries()).length === 1);
  });
});

describe('a crash, and several processes', () => {
  it('events that were gathered and not written are taken again by who comes next', async () => {
    const { pool } = bench.another();
    const dying = await startProcess({ pool });
    await customer();
    await dying.collector.catchUpWithStore(60_000);
    // Its writes come to nothing from here on, as after kill -9.
    pool.query = () => Promise.reject(new Error('it is gone'));
    for (let n = 0; n < 5; n += 1) await customer();
    await until(async () => dying.hub.status()[0]?.position === (await bench.store.head()));
    expect(await types()).toHaveLength(1);
    const { collector } = await startProcess();
    await collector.catchUpWithStore(60_000);
    expect(await types()).toHaveLength(6);
  });

  it('a write that fails has the feed deliver again, also where nothing more happens', async () => {
    const { pool } = bench.another();
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    let failing = false;
    pool.query = (async (...args: unknown[]) => {
      const { name } = args[0] as { name?: string };
      if (failing && name?.startsWith('collect')) throw new Error('the database is away');
      return query(...args);
    }) as unknown as pg.Pool['query'];
    const { hub, collector } = await startProcess({ pool, gatherMs: 20 });
    await customer();
    await collector.catchUpWithStore(60_000);
    failing = true;
    await customer();
    await until(() => (hub.status()[0]?.failures ?? 0) > 1);
    expect(hub.status()[0]?.lastError).toBe('the database is away');
    failing = false;
    await until(async () => (await types()).length === 2);
    await until(() => hub.status()[0]?.failures === 0);
  });

  it('of two that run, each event is told once, in order, and each delivery is there once', async () => {
    const [one, two] = [await startProcess({ gatherMs: 30 }), await startProcess({ gatherMs: 30 })];
    await happen(endpoint('w1'));
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const id = newId();
      ids.push(id);
      await customer(id);
    }
    await one.collector.catchUpWithStore(60_000);
    await two.collector.catchUpWithStore(60_000);
    expect((await told()).map(({ resource_id }) => resource_id)).toEqual(ids);
    expect(await deliveries()).toEqual(ids.map((id) => `w1 customer.created ${id}`));
  });

  it('the one that stands by answers only when the other has written, and takes over when that one is gone', async () => {
    const first = await startProcess({ gatherMs: 100 });
    await customer();
    await first.collector.catchUpWithStore(60_000);
    const second = await startProcess({ gatherMs: 100 });
    await customer();
    await second.collector.catchUpWithStore(60_000);
    expect(await types()).toHaveLength(2);
    await first.hub.stop();
    running.splice(running.indexOf(first), 1);
    await customer();
    await second.collector.catchUpWithStore(60_000);
    expect(await types()).toHaveLength(3);
  });

  it('what was told before a lost checkpoint is not told again, nor delivered', async () => {
    const { collector, hub } = await startProcess();
    const begin = await bench.store.head();
    await happen(endpoint('w1'));
    await customer();
    await collector.catchUpWithStore(60_000);
    await hub.stop();
    running.splice(0);
    await bench.pool.query('DELETE FROM webhooks.deliveries');
    await bench.pool.query('UPDATE platform.checkpoints SET position = $2 WHERE name = $1', [
      ...[COLLECTOR, placeAt(begin)],
    ]);
    await bench.pool.query('DELETE FROM webhooks.endpoints');
    const again = await startProcess();
    await again.collector.catchUpWithStore(60_000);
    expect([(await types()).length, await deliveries()]).toEqual([1, []]);
  });
});

describe('the past of an invoice', () => {
  const content = { content: { global: null }, at };
  const invoice = async (...events: readonly string[]): Promise<string> => {
    const id = newId();
    for (const type of events) await append(`invoice-${id}`, type, content);
    return id;
  };

  it('is remembered from the feed, and read from the stream where this process has not seen it', async () => {
    const first = await startProcess();
    const id = await invoice('InvoiceIssued', 'StampingDelayed');
    await first.collector.catchUpWithStore(60_000);
    await first.hub.stop();
    running.splice(0);
    const { collector } = await startProcess();
    await append(`invoice-${id}`, 'InvoiceStamped', content);
    await invoice('InvoiceIssued', 'StampingDelayed', 'InvoiceStamped');
    await invoice('InvoiceIssued', 'InvoiceStamped');
    await collector.catchUpWithStore(60_000);
    expect(await types()).toEqual([
      ...['invoice.created', 'invoice.stamping_delayed', 'invoice.stamped', 'invoice.status_updated'],
      ...['invoice.created', 'invoice.stamping_delayed', 'invoice.stamped', 'invoice.status_updated'],
      ...['invoice.created', 'invoice.stamped'],
    ]);
  });

  it('reads no stream for invoices that are stamped at once', async () => {
    const { store } = bench.another();
    let reads = 0;
    const read = store.read.bind(store);
    store.read = (...args) => ((reads += 1), read(...args));
    const { collector } = await startProcess({ store });
    for (let n = 0; n < 5; n += 1) await invoice('InvoiceIssued', 'InvoiceStamped');
    await collector.catchUpWithStore(60_000);
    expect([(await types()).length, reads]).toEqual([10, 0]);
  });
});
