import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '#kernel';
import type { Webhook } from '#contracts';
import { Wake } from '../deliveries/wake.js';
import type { Endpoints } from '../endpoint/endpoints.js';
import { MOST_EVENTS, Replays } from './replays.js';
import { addAttempt, addEvent, openLog } from './testing-log.js';

let opened: Awaited<ReturnType<typeof openLog>>;
let pool: pg.Pool;
beforeAll(async () => {
  opened = await openLog();
  ({ pool } = opened);
});
afterAll(() => opened.dispose());

const minute = (n: number) => new Date(Date.parse('2026-11-24T18:00:00.000Z') + n * 60_000);
const hour = { from: minute(0).toISOString(), to: minute(60).toISOString() };

let tenant: { organizationId: string; livemode: boolean };
let webhook: Webhook;
let woken: number;
beforeEach(() => {
  tenant = { organizationId: newId(), livemode: false };
  woken = 0;
  webhook = {
    ...{ id: newId(), created_at: hour.from, updated_at: hour.from, status: 'enabled' },
    ...{ disabled_reason: null, disabled_at: null, secrets: [], url: 'https://example.com/hook' },
    ...{ enabled_events: ['*', 'invoice.created'], description: null, headers: [], headers_key: null },
    ...{ payload_style: 'full', ordered: false },
  };
});

const collect = (doc: Webhook) =>
  pool.query(
    `INSERT INTO webhooks.endpoints (id, organization_id, livemode, doc) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`,
    [doc.id, tenant.organizationId, tenant.livemode, JSON.stringify(doc)],
  );
async function takeUp(undelivered = false, period = hour) {
  await collect(webhook);
  return takeUpNow(undelivered, period);
}
function takeUpNow(undelivered = false, period = hour) {
  const endpoints = { state: async () => [webhook] } as unknown as Endpoints;
  const wake = new Wake();
  wake.onWake(() => (woken += 1));
  return new Replays(pool, endpoints, wake).takeUp(tenant, webhook.id, period, { undelivered, path: 'from' });
}
const event = (n: number, type = 'invoice.created') => addEvent(pool, tenant, { type, at: minute(n) });
async function waiting() {
  const { rows } = await pool.query<{ event_id: string; kind: string; due_at: Date }>(
    'SELECT event_id, kind, due_at FROM webhooks.deliveries WHERE endpoint_id = $1 ORDER BY id',
    [webhook.id],
  );
  return rows;
}

describe('a replay', () => {
  it('takes up what the endpoint wants of the period, in order, delivered or not', async () => {
    const first = await event(0);
    await event(60);
    const second = await event(59, 'invoice.status_updated');
    await event(5, 'customer.created');
    await addAttempt(pool, tenant, { endpoint: webhook.id, event: first, at: minute(1), status: 200 });
    await addEvent(pool, { ...tenant, livemode: true }, { type: 'invoice.created', at: minute(1) });
    await addEvent(
      pool,
      { organizationId: newId(), livemode: false },
      { type: 'invoice.created', at: minute(1) },
    );
    expect(await takeUp()).toEqual({ ok: true, value: 2 });
    expect(await waiting()).toMatchObject([
      { event_id: first, kind: 'replay' },
      { event_id: second, kind: 'replay' },
    ]);
    expect(woken).toBe(1);
  });

  it('leaves out what was delivered, if it is to', async () => {
    const [taken, failed, never] = [await event(1), await event(2), await event(3)];
    const endpoint = webhook.id;
    await addAttempt(pool, tenant, {
      endpoint,
      event: taken,
      at: minute(4),
      status: 500,
      error: 'answered 500',
    });
    await addAttempt(pool, tenant, { endpoint, event: taken, at: minute(5), status: 204 });
    await addAttempt(pool, tenant, {
      endpoint,
      event: failed,
      at: minute(4),
      status: null,
      error: 'timeout',
    });
    // Another endpoint took it.
    await addAttempt(pool, tenant, { endpoint: newId(), event: never, at: minute(4), status: 200 });
    expect(await takeUp(true)).toEqual({ ok: true, value: 2 });
    expect((await waiting()).map(({ event_id }) => event_id)).toEqual([failed, never]);
  });

  it('hastens what waits already, and never has an event wait twice', async () => {
    const id = await event(1);
    await pool.query(
      `INSERT INTO webhooks.deliveries
         (endpoint_id, event_id, organization_id, livemode, resource_id, kind, due_at, expires_at)
       VALUES ($1, $2, $3, false, 'r', 'automatic', now() + interval '5 hours', now() + interval '9 hours')`,
      [webhook.id, id, tenant.organizationId],
    );
    expect([await takeUp(), await takeUp(true)]).toEqual([
      { ok: true, value: 1 },
      { ok: true, value: 1 },
    ]);
    const rows = await waiting();
    expect(rows).toMatchObject([{ event_id: id, kind: 'automatic' }]);
    expect(rows[0]!.due_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('takes up nothing where there is too much', async () => {
    await pool.query(
      `INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
       SELECT $1 || n, $2, false, 'invoice.created', 'invoice-1', 0, 'r', $3
       FROM generate_series(1, $4::int) AS n`,
      [newId(), tenant.organizationId, minute(1), MOST_EVENTS + 1],
    );
    expect(await takeUp()).toMatchObject({
      ok: false,
      refusal: {
        ...{ code: 'date_range_too_large', path: 'from', location: 'body' },
        details: [{ path: 'from', code: 'invalid_value' }],
      },
    });
    expect([await waiting(), woken]).toEqual([[], 0]);
    await pool.query(`DELETE FROM webhooks.events WHERE ctid IN (
      SELECT ctid FROM webhooks.events WHERE organization_id = '${tenant.organizationId}' LIMIT 1)`);
    expect(await takeUp()).toEqual({ ok: true, value: MOST_EVENTS });
    expect(await waiting()).toHaveLength(MOST_EVENTS);
  });

  it('is refused where the endpoint is disabled or gone', async () => {
    const enabled = webhook;
    webhook = { ...webhook, status: 'disabled', disabled_reason: 'request' };
    expect(await takeUp()).toMatchObject({ refusal: { code: 'webhook_disabled' } });
    webhook = { ...enabled, id: newId() };
    const other = new Replays(pool, { state: async () => [] } as unknown as Endpoints, new Wake());
    expect(await other.takeUp(tenant, webhook.id, hour, { undelivered: true, path: 'since' })).toMatchObject({
      refusal: { code: 'webhook_not_found' },
    });
  });

  it('waits until the collector has ended what waited when the endpoint was disabled', async () => {
    await event(1);
    await collect({ ...webhook, status: 'disabled' });
    const taking = takeUpNow();
    await pool.query('SELECT pg_sleep(0.2)');
    expect(await waiting()).toEqual([]);
    await collect(webhook);
    expect(await taking).toEqual({ ok: true, value: 1 });
    expect(await waiting()).toHaveLength(1);
  });
});
