import { randomUUID } from 'node:crypto';
import { KeyUses } from '#apps/gateway/src/organizations/key-uses';
import { EndedKeys } from '#apps/gateway/src/organizations/ended-keys';
import { PostgresKeyDirectory } from '#apps/gateway/src/organizations/key-directory';
import type { CommandSender } from '#apps/gateway/src/commands';
import { revokeAllKeys } from '#apps/standalone/src/keys';
import { hashSecretKey, newSecretKey, printOfKey } from '#contracts';
import { until } from '#bus/testing/until';
import { ProjectionWatch } from '#eventing';
import { startSmallApi, type Answer, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { asTyped } from '../../support/commands.js';
import { textOfEvents } from '../../support/events.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far the clock of the service is ahead of the machine's. */
let ahead = 0;
let api: SmallApi;
let user: string;
let ours: TestOrganization;

beforeAll(async () => {
  api = await startSmallApi({ clock: { now: () => new Date(Date.now() + ahead) } });
  user = await api.newUser();
  ours = await api.newOrganization(user, 'Nuestra');
});
afterAll(() => api.close());

const pathOf = (id: string) => `/organizations/${id}/apikeys/live`;
const put = (id: string, body?: unknown, headers = {}): Promise<Answer> =>
  api.call(user, `PUT ${pathOf(id)}`, body, headers);
const list = async (id: string) => (await api.call(user, `GET ${pathOf(id)}`)).body;
const statusOf = async (key: string) => (await api.call(key, 'GET /organizations/me')).status;
const told = ({ status, body }: Answer) => [
  ...[status, body.code],
  ...(body.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
];
const fresh = () => api.newOrganization(user);

/** What a gateway of another process finds: it shares the database alone. */
const replica = () => {
  const { clock, log } = api.runtime;
  const pool = api.runtime.poolOf('gateway');
  const nobody = { onWritten: () => undefined } as unknown as CommandSender;
  const uses = new KeyUses(pool, clock, log);
  return new PostgresKeyDirectory(pool, false, nobody, new ProjectionWatch(pool), uses);
};

describe('Live keys', () => {
  it('are added, listed and deleted by the SDK', async () => {
    const { organizations } = api.sdk(user);
    const { id } = await fresh();
    expect(await organizations.listLiveApiKeys(id)).toEqual([]);
    const first = await organizations.renewLiveApiKey(id);
    const second = await organizations.renewLiveApiKey(id);
    expect(first).toMatch(/^sk_live_[0-9A-Za-z]{40}$/);
    const keys = await organizations.listLiveApiKeys(id);
    expect(keys).toEqual(
      [first, second].map((key) => ({
        ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), first_12: key.slice(0, 12) },
        ...{ created_at: expect.stringMatching(/Z$/), name: null, last_used_at: null, expires_at: null },
        ...{ operations: null, allowed_ips: null },
      })),
    );
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    expect(await organizations.deleteLiveApiKey(id, keys[0]?.id ?? '')).toMatchObject([{ id: keys[1]?.id }]);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  });

  it('are a bare JSON string, also for clients that send some kind of nothing', async () => {
    const { id } = await fresh();
    for (const body of [undefined, {}, { params: null }]) {
      const answer = await put(id, body);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(answer.body).toMatch(/^sk_live_/);
    }
    for (const [text, type] of [
      ['[]', 'application/json'],
      ['', 'text/plain'],
    ] as const) {
      const { status } = await fetch(`${api.baseUrl}${pathOf(id)}`, {
        method: 'PUT',
        headers: { authorization: `Basic ${btoa(`${user}:`)}`, 'content-type': type },
        body: text,
      });
      expect(status).toBe(200);
    }
    expect(await list(id)).toHaveLength(5);
  });

  it('have a name, and the time of their last use', async () => {
    const { id } = await fresh();
    const { body: key } = await put(id, { name: ' Tienda en línea ' });
    expect(await list(id)).toMatchObject([{ name: 'Tienda en línea', last_used_at: null }]);
    const before = Date.now();
    await statusOf(key);
    const [{ last_used_at: used }] = await list(id);
    expect(Date.parse(used)).toBeGreaterThanOrEqual(before);
    await api.get(KeyUses).write();
    const { rows } = await api.runtime.pool.query<{ last_used_at: Date }>(
      'SELECT last_used_at FROM gateway.key_uses WHERE key_hash = $1',
      [hashSecretKey(key)],
    );
    expect(rows[0]?.last_used_at.toISOString()).toBe(used);
  });

  it('are stored as a print, and nowhere in clear', async () => {
    const { id } = await fresh();
    const { body: key } = await put(id);
    const { rows } = await api.runtime.pool.query<{ found: string }>(
      'SELECT count(*) AS found FROM gateway.organizations o WHERE o::text LIKE $1',
      [`%${key}%`],
    );
    expect(await textOfEvents(api.runtime.store)).not.toContain(key);
    expect(rows[0]?.found).toBe('0');
    const { rows: secrets } = await api.runtime.pool.query(
      "SELECT FROM platform.secrets WHERE organization_id = $1 AND name NOT LIKE 'test-key/%'",
      [id],
    );
    expect(secrets).toEqual([]);
  });

  it('are deleted by PUT too, as a client for PHP does, and stop at once in every process', async () => {
    const { id } = await fresh();
    const { body: key } = await put(id);
    const elsewhere = replica();
    const [{ id: keyId }] = await list(id);
    expect(await elsewhere.find(key)).toEqual({ kind: 'live', organizationId: id, keyId });
    expect(await elsewhere.isInForce(id, keyId)).toBe(true);
    const left = await api.call(user, `PUT ${pathOf(id)}/${keyId}`);
    expect([left.status, left.body]).toEqual([200, []]);
    expect([await statusOf(key), await elsewhere.find(key)]).toEqual([401, undefined]);
    expect(await elsewhere.isInForce(id, keyId)).toBe(false);
    const again = await api.call(user, `DELETE ${pathOf(id)}/${keyId}`);
    expect([...told(again), again.body.path]).toEqual([404, 'not_found', 'key_id']);
  });

  it('are a matter of the organization’s users alone', async () => {
    const { id } = await fresh();
    const { body: key } = await put(id);
    const [{ id: keyId }] = await list(id);
    const requests = [
      ...[`GET ${pathOf(id)}`, `PUT ${pathOf(id)}`],
      ...[`DELETE ${pathOf(id)}/${keyId}`, `PUT ${pathOf(id)}/${keyId}`],
    ];
    const stranger = await api.newUser();
    for (const request of requests) {
      expect(told(await api.call(stranger, request))).toEqual([404, 'organization_not_found']);
      for (const own of [key, ours.testKey])
        expect(told(await api.call(own, request))).toEqual([403, 'api_key_not_allowed']);
      expect(told(await api.call('sk_user_nobody', request))).toEqual([401, 'user_key_invalid']);
    }
    const other = `DELETE ${pathOf(ours.id)}/${keyId}`;
    expect(told(await api.call(user, other))).toEqual([404, 'not_found']);
    expect(told(await api.call(user, 'GET /organizations/me/apikeys/live'))).toEqual([
      404,
      'organization_not_found',
    ]);
    expect(await statusOf(key)).toBe(200);
  });
});

describe('an organization’s own Live key', () => {
  it('acts for it, by its id and as me, and for no other', async () => {
    const { body: key } = await put(ours.id);
    for (const id of [ours.id, 'me'])
      expect((await api.call(key, `GET /organizations/${id}`)).body.id).toBe(ours.id);
    const legal = {
      ...{ name: 'Nuestra', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
      address: { zip: '42501' },
    };
    const set = await api.call(key, 'PUT /organizations/me/legal', legal);
    expect(set.body).toMatchObject({ id: ours.id, legal: { legal_name: 'ESCUELA KEMPER URGATE' } });
    const { id: other } = await fresh();
    for (const request of [`GET /organizations/${other}`, `PUT /organizations/${other}/legal`])
      expect(told(await api.call(key, request, request.startsWith('PUT') ? legal : undefined))).toEqual([
        404,
        'organization_not_found',
      ]);
  });

  it('sees what Live keys made, and nothing of Test', async () => {
    const { id, testKey } = await fresh();
    const { body: liveKey } = await put(id);
    const product = { description: 'Guitarra', product_key: '60131324', price: 1 };
    const { body: made } = await api.call(liveKey, 'POST /products', product);
    expect(made).toMatchObject({ livemode: true, organization: id });
    const customer = {
      legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      tax_id: 'URE180429TM6',
      tax_system: '601',
    };
    const body = { ...customer, address: { zip: '86991' }, email: 'ure@example.com' };
    const { body: known } = await api.call(liveKey, 'POST /customers', body);
    expect(known.livemode).toBe(true);
    for (const [key, found] of [
      [liveKey, 200],
      [testKey, 404],
    ] as const)
      for (const path of [`/products/${made.id}`, `/customers/${known.id}`])
        expect((await api.call(key, `GET ${path}`)).status).toBe(found);
    expect((await api.call(testKey, 'GET /customers')).body.data).toEqual([]);
  });
});

describe('a key that takes another one’s place', () => {
  it('works beside it for some hours', async () => {
    const { id } = await fresh();
    const { body: old } = await put(id, { name: 'Vieja' });
    const [{ id: oldId }] = await list(id);
    const { body: renewed } = await put(id, { replaces: oldId, old_key_ends_in_hours: 2 });
    const [first, second] = await list(id);
    expect(first).toMatchObject({ id: oldId, expires_at: expect.stringMatching(/Z$/) });
    expect(Date.parse(first.expires_at) - Date.parse(second.created_at)).toBe(2 * HOUR_MS);
    expect([await statusOf(old), await statusOf(renewed)]).toEqual([200, 200]);
    ahead = 2 * HOUR_MS + 1_000;
    try {
      // Also where it was looked up a moment ago.
      expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 200]);
      expect(await list(id)).toMatchObject([{ id: second.id }]);
      expect(await replica().isInForce(id, oldId)).toBe(false);
    } finally {
      ahead = 0;
    }
  });

  it('may end it at once', async () => {
    const { id } = await fresh();
    const { body: old } = await put(id);
    const [{ id: oldId }] = await list(id);
    const { body: renewed } = await put(id, { replaces: oldId.toUpperCase(), old_key_ends_in_hours: 0 });
    expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 200]);
    expect(await list(id)).toHaveLength(1);
  });

  it.each<[object | string, string[]]>([
    [{ replaces: 'f'.repeat(24) }, ['replaces not_found']],
    [{ replaces: 'my key' }, ['replaces invalid_format']],
    [{ old_key_ends_in_hours: 5 }, ['replaces required']],
    [{ replaces: 'f'.repeat(24), old_key_ends_in_hours: 169 }, ['old_key_ends_in_hours too_large']],
    [{ replaces: 'f'.repeat(24), old_key_ends_in_hours: -1 }, ['old_key_ends_in_hours too_small']],
    [{ name: 'x'.repeat(101) }, ['name invalid_length']],
    [{ name: 7, nombre: 'a' }, ['name invalid_type', 'nombre unknown_field']],
    [{ scopes: ['read.customers.list'] }, ['scopes unknown_field']],
  ])('is refused with %j, and no key is made', async (body, problems) => {
    const { id } = await fresh();
    expect(told(await put(id, body))).toEqual([400, 'invalid_request', ...problems]);
    const english = await put(id, body, { 'accept-language': 'en' });
    expect(english.body.errors[0].message).not.toBe((await put(id, body)).body.errors[0].message);
    expect(await list(id)).toEqual([]);
  });
});

describe('many keys', () => {
  it('are five an hour and ten a day, deleted ones too; who asks in vain learns how long to wait', async () => {
    const { id } = await fresh();
    const answers = await Promise.all(Array.from({ length: 100 }, () => put(id)));
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([made.length, refused.length]).toEqual([5, 95]);
    expect(new Set(made.map(({ body }) => body)).size).toBe(5);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('rate_limit_exceeded');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    }
    for (const { id: keyId } of await list(id)) await api.call(user, `DELETE ${pathOf(id)}/${keyId}`);
    expect((await put(id)).status).toBe(429);
    expect((await api.call(user, `PUT /organizations/${id}/apikeys/test`)).status).toBe(200);
    const other = await fresh();
    expect((await put(other.id)).status).toBe(200);
  });

  it('of Test are counted likewise, and what is refused leaves no secret behind', async () => {
    const { id } = await fresh();
    const renew = () => api.call(user, `PUT /organizations/${id}/apikeys/test`);
    const answers = await Promise.all(Array.from({ length: 20 }, renew));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const { headers } = await renew();
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    const { rows } = await api.runtime.pool.query(
      "SELECT FROM platform.secrets WHERE organization_id = $1 AND name LIKE 'test-key/%'",
      [id],
    );
    expect(rows.length).toBeLessThanOrEqual(6);
    const { body: inForce } = await api.call(user, `GET /organizations/${id}/apikeys/test`);
    expect(await statusOf(inForce)).toBe(200);
  });
});

describe('a key that nobody uses', () => {
  it('works no more after a year, and is removed', async () => {
    const { id } = await fresh();
    ahead = -400 * DAY_MS;
    const { body: unused } = await put(id);
    const { body: used } = await put(id);
    ahead = -300 * DAY_MS;
    await statusOf(used);
    await api.get(KeyUses).write();
    ahead = 0;
    const elsewhere = replica();
    expect(await elsewhere.find(used)).toMatchObject({ kind: 'live' });
    expect(await elsewhere.find(unused)).toBeUndefined();
    expect([await statusOf(unused), await statusOf(used)]).toEqual([401, 200]);
    expect(await list(id)).toHaveLength(1);
    expect(await api.get(EndedKeys).sweep()).toBe(1);
    expect(await api.get(EndedKeys).sweep()).toBe(0);
    const history = await api.runtime.store.read(`organization-${id}`);
    expect(history.at(-1)).toMatchObject({ type: 'LiveKeyEnded', data: { reason: 'unused' } });
    expect([await statusOf(unused), await statusOf(used)]).toEqual([401, 200]);
  });

  it('is not removed by a clock that is ahead of the database’s', async () => {
    const { id } = await fresh();
    const { body: key } = await put(id);
    ahead = 500 * DAY_MS;
    try {
      expect(await statusOf(key)).toBe(401);
      expect(await api.get(EndedKeys).sweep()).toBe(0);
    } finally {
      ahead = 0;
    }
    expect(await statusOf(key)).toBe(200);
  });
});

describe('a command of keys that is delivered twice', () => {
  it('changes nothing the second time', async () => {
    const { id } = await fresh();
    const key = newSecretKey('live');
    const print = printOfKey(key);
    const tenant = { organizationId: id, livemode: false };
    const envelope = { key: id, tenant, actor: 'test', correlationId: 'c', time: new Date().toISOString() };
    const commands = [
      ['organizations.add-live-key', { key: print, name: null }],
      ['organizations.delete-live-key', { key_id: print.id }],
    ] as const;
    for (const [type, data] of commands) {
      const command = asTyped({ ...envelope, id: randomUUID(), type, data });
      const first = await api.runtime.bus.send(command);
      const history = await api.runtime.store.read(`organization-${id}`);
      expect(first.ok).toBe(true);
      expect(await api.runtime.bus.send(command)).toEqual(first);
      expect(await api.runtime.store.read(`organization-${id}`)).toEqual(history);
    }
    // The list follows the stream: nobody waited for it, as a request does.
    await until(async () => JSON.stringify(await list(id)) === '[]');
  });
});

describe('the operator', () => {
  it('revokes Live keys with the Test key', async () => {
    const { id, testKey } = await fresh();
    const { body: key } = await put(id);
    expect(await revokeAllKeys(api.runtime, id)).toMatchObject({ revoked: 2 });
    expect([await statusOf(testKey), await statusOf(key)]).toEqual([401, 401]);
    expect(await replica().find(key)).toBeUndefined();
    expect(await list(id)).toEqual([]);
    expect(await revokeAllKeys(api.runtime, id)).toMatchObject({ revoked: 0 });
    expect(await statusOf((await put(id)).body)).toBe(200);
  });
});
