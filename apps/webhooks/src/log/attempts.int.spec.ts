import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '#kernel';
import type { AttemptsAsked } from '#contracts';
import { AttemptLog } from './attempts.js';
import { EndpointHealth } from './health.js';
import { addAttempt, openLog, type GivenAttempt } from './testing-log.js';

let opened: Awaited<ReturnType<typeof openLog>>;
let pool: pg.Pool;
let log: AttemptLog;
let health: EndpointHealth;
beforeAll(async () => {
  opened = await openLog();
  ({ pool } = opened);
  [log, health] = [new AttemptLog(pool), new EndpointHealth(pool)];
});
afterAll(() => opened.dispose());

const tenant = { organizationId: newId(), livemode: false };
let endpoint: string;
beforeEach(() => {
  endpoint = newId();
});

const asked = (over: Partial<AttemptsAsked> = {}): AttemptsAsked => ({
  ...{ webhook_id: endpoint, event_id: null, kind: null, status: null, from: null, to: null },
  ...{ take: 10, skip: 0, direction: 'forward', after: null, ...over },
});
const idsOf = async (over: Partial<AttemptsAsked> = {}, of = tenant) =>
  (await log.list(of, asked(over))).attempts.map(({ id }) => id);
const given = (over: Partial<GivenAttempt> = {}) => addAttempt(pool, tenant, { endpoint, ...over });
const minute = (n: number) => new Date(Date.parse('2026-11-24T18:00:00.000Z') + n * 60_000);

describe('the list of attempts', () => {
  it('begins with the newest, and is walked in both directions', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await given({ at: minute(n), status: 200 }));
    expect(await log.list(tenant, asked({ take: 2 }))).toMatchObject({ count: 5 });
    expect(await idsOf({ take: 2 })).toEqual(ids.slice(0, 2));
    expect(await idsOf({ take: 2, skip: 2 })).toEqual(ids.slice(2, 4));
    expect(await idsOf({ take: 2, after: ids[1]! })).toEqual(ids.slice(2, 4));
    expect(await idsOf({ take: 2, after: ids[3]!, direction: 'backward' })).toEqual([ids[2], ids[1]]);
    expect((await log.list(tenant, asked({ after: ids[1]! }))).count).toBe(0);
  });

  it('is filtered by event, kind, status and time', async () => {
    const event = newId();
    const ok = await given({ at: minute(1), status: 204, event });
    const failed = await given({ at: minute(2), status: 503, error: 'answered 503', kind: 'manual' });
    const lost = await given({ at: new Date(), event, attempt: 2 });
    expect(await idsOf({ event_id: event })).toEqual([lost, ok]);
    expect(await idsOf({ kind: 'manual' })).toEqual([failed]);
    expect(await idsOf({ status: 'succeeded' })).toEqual([ok]);
    expect(await idsOf({ status: 'failed' })).toEqual([failed]);
    expect(await idsOf({ status: 'pending' })).toEqual([lost]);
    const at = minute(2).toISOString();
    expect(await idsOf({ to: { at, inclusive: false } })).toEqual([ok]);
    expect(await idsOf({ to: { at, inclusive: true } })).toEqual([failed, ok]);
    expect(await idsOf({ from: { at, inclusive: false } })).toEqual([lost]);
    expect(await idsOf({ from: { at, inclusive: true } })).toEqual([lost, failed]);
  });

  it('shows an attempt as it was made, and what is under way without an end', async () => {
    const event = newId();
    const id = await given({ at: minute(0), status: 503, error: 'answered 503', ms: 41, event });
    expect(await log.find(tenant, endpoint, id)).toEqual({
      ...{ id, webhook: endpoint, event, attempt: 1, kind: 'automatic', created_at: minute(0).toISOString() },
      ...{ status_code: 503, duration_ms: 41, response_body: 'ok', error: 'answered 503' },
      next_attempt_at: null,
    });
    const pending = await log.find(tenant, endpoint, await given());
    expect(pending).toMatchObject({ status_code: null, duration_ms: null, error: null, response_body: null });
  });

  it('has nothing of another tenant, environment or endpoint', async () => {
    const id = await given({ status: 200 });
    for (const other of [
      { ...tenant, livemode: true },
      { ...tenant, organizationId: newId() },
    ]) {
      expect(await idsOf({}, other)).toEqual([]);
      expect(await log.find(other, endpoint, id)).toBeNull();
    }
    expect(await log.find(tenant, newId(), id)).toBeNull();
  });

  it('counts no further than pages reach', async () => {
    await pool.query(
      `INSERT INTO webhooks.attempts (id, endpoint_id, event_id, organization_id, livemode, attempt, kind, created_at)
       SELECT lpad(to_hex(n), 24, '0'), $1, 'e', $2, false, 1, 'automatic', now() FROM generate_series(1, 3500) AS n`,
      [endpoint, tenant.organizationId],
    );
    expect((await log.list(tenant, asked())).count).toBe(3001);
  });
});

describe('the health of an endpoint', () => {
  it('is unknown before its first attempt', async () => {
    expect(await health.read(tenant, endpoint)).toEqual({
      ...{ success_rate: null, p95_ms: null, attempts: 0, pending: 0 },
      ...{ last_success_at: null, last_failure: null, failing_since: null },
    });
  });

  it('is what its attempts of the last day ended with', async () => {
    for (let n = 1; n <= 19; n += 1) await given({ status: 200, ms: n });
    const at = new Date();
    const failed = await given({ at, status: null, error: 'no answer within 10 s', ms: 10_000 });
    await given();
    await given({ at: new Date(Date.now() - 25 * 3_600_000), status: 500, error: 'answered 500' });
    await pool.query(
      `INSERT INTO webhooks.health (endpoint_id, organization_id, livemode, failing_since, last_success_at)
       VALUES ($1, $2, false, $3, $4)`,
      [endpoint, tenant.organizationId, minute(5), minute(4)],
    );
    await pool.query(
      `INSERT INTO webhooks.deliveries (endpoint_id, event_id, organization_id, livemode, resource_id, kind, due_at, expires_at)
       SELECT $1, n, $2, false, 'r', 'automatic', now(), now() FROM generate_series(1, 3) AS n`,
      [endpoint, tenant.organizationId],
    );
    expect(await health.read(tenant, endpoint)).toEqual({
      ...{ success_rate: 0.95, p95_ms: 19, attempts: 21, pending: 3 },
      ...{ last_success_at: minute(4).toISOString(), failing_since: minute(5).toISOString() },
      last_failure: {
        ...{ at: at.toISOString(), attempt: failed, status_code: null, error: 'no answer within 10 s' },
      },
    });
    const other = { ...tenant, livemode: true };
    expect(await health.read(other, endpoint)).toMatchObject({ attempts: 0, pending: 0, last_failure: null });
  });

  it('says since when it fails as the test clock had it, which has moved since', async () => {
    const week = 7 * 24 * 3_600_000;
    const failing = (id: string, livemode: boolean) =>
      pool.query(
        `INSERT INTO webhooks.health (endpoint_id, organization_id, livemode, failing_since) VALUES ($1, $2, $3, $4)`,
        [id, tenant.organizationId, livemode, new Date(minute(5).getTime() - (livemode ? 0 : week))],
      );
    const live = newId();
    await Promise.all([failing(endpoint, false), failing(live, true)]);
    await pool.query('INSERT INTO webhooks.clocks (organization_id, offset_ms) VALUES ($1, $2)', [
      ...[tenant.organizationId, week],
    ]);
    const since = { failing_since: minute(5).toISOString() };
    expect(await health.read(tenant, endpoint)).toMatchObject(since);
    expect(await health.trouble(tenant, endpoint)).toMatchObject(since);
    expect(await health.read({ ...tenant, livemode: true }, live)).toMatchObject(since);
  });
});
