import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { AuditRetention } from '#apps/gateway/src/audit/retention';
import { EndedKeys } from '#apps/gateway/src/organizations/ended-keys';
import { newId, systemNow } from '#kernel';
import { innovacion } from '../../support/bodies.js';
import { callsBy } from '../../support/small-api.js';
import { afterEach, describe, expect, it, jest } from '../../support/story.js';
import { passDays } from '../customers/hosted-page.js';
import { logOf, newIn, refusalOf, told, useStage } from './stage.js';

const stage = useStage();
afterEach(() => {
  jest.restoreAllMocks();
});

const query = (sql: string, values: unknown[] = []) => stage.api.runtime.pool.query(sql, values);
const create = (headers?: Record<string, string>) =>
  callsBy(stage.api, stage.organization)('POST /customers', innovacion, headers);
/** So many entries of so many days ago. */
const age = (days: number, count = 1, id = stage.organization.id) =>
  query(
    `INSERT INTO gateway.audit_log (organization_id, created_at, id, actor_type, operation, resource_type, outcome, times)
     SELECT $1, now() - $2 * interval '1 day', lpad(to_hex(n), 24, '0'), 'key', 'write.invoices.create', 'invoice',
       'succeeded', 1 FROM generate_series(1, $3) AS n`,
    [id, days, count],
  );
const retentionOf = (auditDays: number) => {
  const { pool, poolOf, log } = stage.api.runtime;
  return new AuditRetention(poolOf('gateway'), pool, { auditDays }, log, systemNow);
};
const countOf = async (id = stage.organization.id): Promise<number> =>
  (await query('SELECT FROM gateway.audit_log WHERE organization_id = $1', [id])).rowCount ?? 0;

describe('an audit log that cannot be written', () => {
  it('keeps what was done from being answered 2xx, and is there again afterwards', async () => {
    await query('ALTER TABLE gateway.audit_log RENAME TO lost');
    const [es, en] = [await create(), await create({ 'accept-language': 'en' })];
    await query('ALTER TABLE gateway.lost RENAME TO audit_log');
    expect([es, en].map(refusalOf)).toEqual(Array(2).fill([503, 'service_unavailable']));
    expect([es.headers.get('retry-after'), es.body.message === en.body.message]).toEqual(['2', false]);
    expect(es.headers.get('content-type')).toContain('application/json');
    const listed = await callsBy(stage.api, stage.organization)('GET /customers');
    // It is there, and once: the same customer is not made again.
    expect(listed.body).toMatchObject({ total_results: 1 });
    expect((await create()).status).toBe(200);
    expect((await newIn(stage)).map(told)).toEqual(['write.customers.create succeeded']);
  });

  it('keeps no denial from being answered', async () => {
    await query('ALTER TABLE gateway.audit_log RENAME TO lost');
    const denied = await callsBy(stage.api, stage.organization)('GET /organizations/me/series-group');
    await stage.api.get(AuditLog).settle();
    await query('ALTER TABLE gateway.lost RENAME TO audit_log');
    expect(refusalOf(denied)).toEqual([403, 'live_api_key_required']);
  });

  it('is tried again where only a connection was lost', async () => {
    const { pool } = stage.api.runtime;
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const write = jest.fn(pool.query.bind(pool));
    write.mockRejectedValueOnce(lost);
    const directory = { findEnded: () => Promise.resolve(undefined) };
    const { log } = stage.api.runtime;
    const audit = new AuditLog({ query: write } as never, log, systemNow, directory);
    const deed = { organizationId: stage.organization.id, resource: { type: 'invite', id: null } };
    const request = { headers: {}, id: 'x', routeOptions: { config: { row: { operation: 'write.x.y' } } } };
    await audit.record(request as never, { ...deed, outcome: 'succeeded' });
    expect(write).toHaveBeenCalledTimes(2);
    expect((await newIn(stage)).map(told)).toEqual(['write.x.y succeeded']);
  });
});

describe('several gateways', () => {
  it('write one log, and none of their entries is lost or twice', async () => {
    const { pool, log } = stage.api.runtime;
    const directory = { findEnded: () => Promise.resolve(undefined) };
    const one = new AuditLog(pool, log, systemNow, directory);
    const other = new AuditLog(pool, log, systemNow, directory);
    const request = { headers: {}, id: 'x', routeOptions: { config: { row: { operation: 'write.x.y' } } } };
    const { id } = stage.organization;
    await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        (n % 2 === 0 ? one : other).record(request as never, {
          ...{ organizationId: id, resource: { type: 'x', id: newId() }, outcome: 'succeeded' },
        }),
      ),
    );
    expect(await countOf()).toBe(402);
  });

  it('remove what is old together: each entry once', async () => {
    await age(31, 4_500);
    await age(29);
    const [one, other] = await Promise.all([retentionOf(30).sweep(), retentionOf(30).sweep()]);
    expect((one ?? 0) + (other ?? 0)).toBe(4_500);
    expect(await countOf()).toBe(3);
  });
});

describe('what the log keeps', () => {
  it('is as long as the setting says; 0 is for ever', async () => {
    await age(800);
    await age(729);
    await retentionOf(0).sweep();
    expect(await countOf()).toBe(4);
    await retentionOf(730).sweep();
    expect(await countOf()).toBe(3);
    await retentionOf(30).sweep();
    expect((await logOf(stage)).map(told)).toHaveLength(2);
  });

  it('of an organization that is destroyed goes; of one that a read model lacks stays', async () => {
    const [destroyed, unknown] = [newId(), newId()];
    await age(1, 3, destroyed);
    await age(1, 3, unknown);
    await query(
      `INSERT INTO platform.wrapped_keys (purpose, organization_id, wrapped, destroyed_at) VALUES ('documents', $1, '', now())`,
      [destroyed],
    );
    await retentionOf(0).sweep();
    expect([await countOf(destroyed), await countOf(unknown)]).toEqual([0, 3]);
  });

  it('has keys that ended by themselves', async () => {
    const { api, owner, organization } = stage;
    const keys = `/organizations/${organization.id}/apikeys/live`;
    passDays(api, -400);
    await api.call(owner, `PUT ${keys}`);
    const { body: listed } = await api.call(owner, `GET ${keys}`);
    jest.restoreAllMocks();
    expect(await api.get(EndedKeys).sweep()).toBe(1);
    expect((await newIn(stage))[0]).toMatchObject({
      ...{ operation: 'write.api_keys.live_delete', outcome: 'succeeded', log_id: null },
      actor: { type: 'process', id: 'ended-keys' },
      resource: { type: 'api_key', id: listed[0].id },
    });
  });
});
