import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate, migrationsOf } from '#hosting';
import { newId } from '#kernel';
import { exampleOf } from '#answers';
import { NO_STREAM } from '#event-store';
import { metadata, openBench, tenant, type Bench } from '#hosting/testing/bench';
import { webhooksService } from '../service.js';
import { Bodies, EventGone } from './bodies.js';
import { EventRetention } from './retention.js';

/** The bodies of deliveries, and how long events are kept. */

const portal = { public_url: 'https://timbra.example', domain: 'tienda', custom_domain: null };

let bench: Bench;
let bodies: Bodies;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([webhooksService]));
  bodies = new Bodies(bench.pool, bench.store, { portalOf: () => Promise.resolve(portal) });
});
afterAll(() => bench.dispose());

const insert = (id: string, stream: string, type = 'product.created'): Promise<unknown> =>
  bench.pool.query(
    `INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
     VALUES ($1, $2, false, $4, $3, 0, 'r', '2026-11-26T18:00:00Z')`,
    [id, tenant.organizationId, stream, type],
  );

const product = (description: string) => ({
  ...{ description, product_key: '1', unit_key: 'H87', unit_name: 'Pieza', price: '1', tax_included: true },
  ...{ taxability: '02', taxes: [], local_taxes: [], sku: null, at: '2026-11-26T18:00:00.000Z' },
});

async function told(description = 'Ukelele'): Promise<string> {
  const [id, stream] = [newId(), `product-${newId()}`];
  const created = { id: randomUUID(), type: 'ProductCreated', data: product(description) };
  const edited = { id: randomUUID(), type: 'ProductEdited', data: { price: '2', at: 'x' } };
  await bench.store.append(stream, NO_STREAM, [created, edited], metadata);
  await insert(id, stream);
  return id;
}

it('are the event as it was, and the same however often they are asked for, by whoever', async () => {
  const id = await told();
  const first = await bodies.bodyOf(id, false);
  expect(JSON.parse(first)).toMatchObject({
    ...{ id, type: 'product.created', created_at: '2026-11-26T18:00:00.000Z' },
    data: { type: 'product', object: { description: 'Ukelele', price: 1 } },
  });
  expect(await bodies.bodyOf(id, false)).toBe(first);
  expect(await bodies.bodyOf(id, true)).toBe(`{"id":"${id}","type":"product.created"}`);
});

it('what was stored first is what all get', async () => {
  const id = await told();
  const both = await Promise.all([bodies.bodyOf(id, false), bodies.bodyOf(id, false)]);
  expect(both[0]).toBe(both[1]);
  await bench.pool.query(`UPDATE webhooks.events SET body = '{"an":"older release"}' WHERE id = $1`, [id]);
  expect(await bodies.bodyOf(id, false)).toBe('{"an":"older release"}');
});

it('large ones are stored packed, and read as they were', async () => {
  const id = await told('x'.repeat(400_000));
  const first = await bodies.bodyOf(id, false);
  const { rows } = await bench.pool.query<{ body: string }>(
    'SELECT body FROM webhooks.events WHERE id = $1',
    [id],
  );
  expect(rows[0]?.body.length).toBeLessThan(10_000);
  expect(first.length).toBeGreaterThan(400_000);
  expect(await bodies.bodyOf(id, false)).toBe(first);
});

it('of an event that is not kept any more there is none', async () => {
  await expect(bodies.bodyOf(newId(), false)).rejects.toThrow(EventGone);
});

it('events go when they were kept for long enough, and those of an organization whose key is destroyed', async () => {
  await bench.pool.query('TRUNCATE webhooks.events');
  const now = Date.parse('2026-11-26T18:00:00Z');
  const idOf = (daysAgo: number): string =>
    (now - daysAgo * 86_400_000).toString(16).padStart(12, '0') + '0'.repeat(12);
  for (const daysAgo of [0, 3, 29, 31, 400]) await insert(idOf(daysAgo), 'product-1');
  const retention = (eventDays: number) =>
    new EventRetention(bench.pool, bench.pool, { eventDays }, { warn: () => undefined }, () => new Date(now));
  expect(await retention(0).sweep()).toBe(0);
  expect(await retention(30).sweep()).toBe(2);
  // Deliveries are tried for three days.
  expect(await retention(1).sweep()).toBe(1);
  await bench.pool.query(
    `INSERT INTO platform.wrapped_keys (purpose, organization_id, wrapped, destroyed_at) VALUES ('documents', $1, '', now())`,
    [tenant.organizationId],
  );
  expect(await retention(0).sweep()).toBe(2);
});

it('of a receipt has the page of its customer; without an answer of where that is, there is no body yet', async () => {
  const [id, receipt] = [newId(), newId()];
  const { events } = exampleOf('receipt.created', { id: receipt, at: '2026-11-26T18:00:00.000Z', tenant });
  const { type, data } = events[0]!;
  await bench.store.append(`receipt-${receipt}`, NO_STREAM, [{ id: randomUUID(), type, data }], metadata);
  await insert(id, `receipt-${receipt}`, 'receipt.created');
  const lost = new Bodies(bench.pool, bench.store, { portalOf: () => Promise.reject(new Error('away')) });
  await expect(lost.bodyOf(id, false)).rejects.toThrow('away');
  expect(JSON.parse(await bodies.bodyOf(id, false))).toMatchObject({
    data: { type: 'receipt', object: { self_invoice_url: 'https://timbra.example/tienda/K7WQ4MXA' } },
  });
});
