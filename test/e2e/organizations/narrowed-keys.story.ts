import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
import { KEY_DIRECTORY, type KeyDirectory } from '#http';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Live keys that do less: their operations, their end, and the addresses that they can be used from. */

const HOUR_MS = 3_600_000;
/** How far the clock of the service is ahead of the machine's. */
let ahead = 0;
let api: SmallApi;
let user: string;

beforeAll(async () => {
  api = await startSmallApi({ clock: { now: () => new Date(Date.now() + ahead) } });
  user = await api.newUser();
});
afterAll(() => api.close());

const pathOf = (id: string) => `/organizations/${id}/apikeys/live`;
const put = (id: string, body?: unknown, headers = {}): Promise<Answer> =>
  api.call(user, `PUT ${pathOf(id)}`, body, headers);
const list = async (id: string) => (await api.call(user, `GET ${pathOf(id)}`)).body;
const fresh = async () => (await api.newOrganization(user)).id;
const told = ({ status, body }: Answer) => [
  ...[status, body.code],
  ...(body.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
];
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const english = { 'accept-language': 'en' };

describe('a Live key', () => {
  it('that is asked for with nothing, or nulls, is whole', async () => {
    const id = await fresh();
    const nulls = { name: null, operations: null, expires_at: null, allowed_ips: null };
    for (const body of [undefined, {}, [], nulls]) expect((await put(id, body)).status).toBe(200);
    for (const key of await list(id))
      expect(key).toMatchObject({ operations: null, allowed_ips: null, expires_at: null });
  });

  it('does its operations alone', async () => {
    const id = await fresh();
    const operations = ['read.customers.list', 'read.organizations.detail', 'read.customers.list'];
    const { body: key } = await put(id, { name: 'Reportes', operations });
    expect(await list(id)).toMatchObject([
      {
        name: 'Reportes',
        operations: ['read.customers.list', 'read.organizations.detail'],
        allowed_ips: null,
      },
    ]);
    expect((await api.call(key, 'GET /customers')).status).toBe(200);
    expect((await api.call(key, 'GET /organizations/me')).status).toBe(200);
    // The body is not looked at: it is refused before a byte of it is read.
    const refused = await api.call(key, 'POST /customers', { wrong: true });
    expect(told(refused)).toEqual([403, 'forbidden', 'authorization not_allowed']);
    expect(refused.body.errors[0]).toMatchObject({
      location: 'headers',
      message: 'Esta llave no tiene la operación write.customers.create.',
    });
    const told2 = await api.call(key, 'GET /products', undefined, english);
    expect(told2.body.errors[0].message).toBe('This key does not have the operation read.products.list.');
    // What takes no Live key says so, whatever the key is narrowed to.
    expect(told(await api.call(key, `GET ${pathOf(id)}`))).toEqual([403, 'api_key_not_allowed']);
  });

  it('works from its addresses alone, and does not say which these are', async () => {
    const id = await fresh();
    const here = await put(id, { allowed_ips: ['198.51.100.0/24', '::ffff:127.0.0.0/104'] });
    expect((await api.call(here.body, 'GET /customers')).status).toBe(200);
    expect(await list(id)).toMatchObject([{ allowed_ips: ['198.51.100.0/24', '127.0.0.0/8'] }]);
    const elsewhere = await put(id, { allowed_ips: ['198.51.100.7', '2001:DB8::/32'] });
    const refused = await api.call(elsewhere.body, 'GET /customers');
    expect(told(refused)).toEqual([403, 'forbidden', 'authorization not_allowed']);
    expect(refused.body.errors[0].message).toBe('Esta llave no puede usarse desde la dirección 127.0.0.1.');
    const inEnglish = await api.call(elsewhere.body, 'GET /customers', undefined, english);
    expect(inEnglish.body.errors[0].message).toBe('This key cannot be used from the address 127.0.0.1.');
    expect(JSON.stringify([refused.body, inEnglish.body])).not.toMatch(/198\.51\.100|2001:db8/i);
    // Nobody believes who says that a proxy sent them, unless there is one.
    const forged = await api.call(elsewhere.body, 'GET /customers', undefined, {
      'x-forwarded-for': '198.51.100.7',
    });
    expect(forged.status).toBe(403);
  });

  it('ends when it was said, also where it was looked up a moment ago', async () => {
    const id = await fresh();
    const expires_at = inHours(1);
    const { body: key } = await put(id, { expires_at });
    const [{ id: keyId, expires_at: shown }] = await list(id);
    expect(shown).toBe(expires_at);
    const keys = api.get<KeyDirectory>(KEY_DIRECTORY as never);
    expect(await keys.isInForce(id, keyId)).toBe(true);
    expect((await api.call(key, 'GET /customers')).status).toBe(200);
    ahead = HOUR_MS + 1_000;
    try {
      expect(told(await api.call(key, 'GET /customers'))).toEqual([401, 'api_key_invalid']);
      expect(await list(id)).toEqual([]);
      // Nor what it made: links to files.
      expect(await keys.isInForce(id, keyId)).toBe(false);
    } finally {
      ahead = 0;
    }
  });

  it('reads dates without a zone as the organization’s', async () => {
    const id = await fresh();
    expect((await put(id, { expires_at: '2090-01-31' })).status).toBe(200);
    expect((await put(id, { expires_at: '2090-01-31T12:00:00+02:00' })).status).toBe(200);
    expect((await list(id)).map(({ expires_at }: { expires_at: string }) => expires_at)).toEqual([
      '2090-01-31T06:00:00.000Z',
      '2090-01-31T10:00:00.000Z',
    ]);
  });

  it('keeps its limits when another one takes its place, unless that one is given its own', async () => {
    const id = await fresh();
    const limits = {
      operations: ['read.customers.list'],
      allowed_ips: ['127.0.0.1'],
      expires_at: inHours(99),
    };
    await put(id, limits);
    const [{ id: replaces }] = await list(id);
    const { body: renewed } = await put(id, { replaces, operations: null });
    const [old, next] = await list(id);
    expect(next).toMatchObject(limits);
    expect(Date.parse(old.expires_at)).toBeLessThan(Date.parse(limits.expires_at));
    expect((await api.call(renewed, 'GET /products')).status).toBe(403);
    const { body: other } = await put(id, { replaces: next.id, operations: ['read.products.list'] });
    expect((await api.call(other, 'GET /products')).status).toBe(200);
    expect((await list(id)).at(-1)).toMatchObject({ ...limits, operations: ['read.products.list'] });
  });
});

describe('the limits of a key', () => {
  it.each<[object, string[]]>([
    [{ operations: [] }, ['operations invalid_length']],
    [{ allowed_ips: [] }, ['allowed_ips invalid_length']],
    [{ operations: 'read.customers.list' }, ['operations invalid_type']],
    [{ operations: ['read.customer.list'] }, ['operations.0 invalid_value']],
    [{ operations: ['read.customers.list', 'read.api_keys.live_list'] }, ['operations.1 invalid_value']],
    [
      { operations: ['*', null, 7] },
      ['operations.0 invalid_value', 'operations.1 required', 'operations.2 invalid_type'],
    ],
    [{ expires_at: 'mañana' }, ['expires_at invalid_format']],
    [{ expires_at: '2090-02-30' }, ['expires_at invalid_format']],
    [{ expires_at: '2020-01-01T00:00:00Z' }, ['expires_at invalid_value']],
    [{ expires_at: 4_102_444_800 }, ['expires_at invalid_type']],
    [
      { allowed_ips: ['127.0.0.1', '203.0.113.999', 'example.com'] },
      ['allowed_ips.1 invalid_format', 'allowed_ips.2 invalid_format'],
    ],
    [{ allowed_ips: '127.0.0.1' }, ['allowed_ips invalid_type']],
    [{ allowed_ips: Array.from({ length: 51 }, (_, n) => `203.0.113.${n}`) }, ['allowed_ips invalid_length']],
    [
      { operations: ['x'], allowed_ips: ['a', '127.0.0.1'], ips: 1 },
      ['operations.0 invalid_value', 'ips unknown_field', 'allowed_ips.0 invalid_format'],
    ],
  ])('are refused with %j, and no key is made', async (body, problems) => {
    const id = await fresh();
    expect(told(await put(id, body))).toEqual([400, 'invalid_request', ...problems]);
    const inEnglish = await put(id, body, english);
    expect(inEnglish.body.errors[0].message).not.toBe((await put(id, body)).body.errors[0].message);
    expect(await list(id)).toEqual([]);
  });

  it('name the operation that was meant', async () => {
    const id = await fresh();
    const { body } = await put(id, { operations: ['read.customer.list'] }, english);
    expect(body.errors[0].message).toContain('did you mean "read.customers.list"?');
  });

  it('are a matter of the organization’s users alone', async () => {
    const id = await fresh();
    const { body: key } = await put(id, { operations: ['read.customers.list'] });
    const stranger = await api.newUser();
    const wanted = { operations: ['write.customers.create'] };
    expect(told(await api.call(stranger, `PUT ${pathOf(id)}`, wanted))).toEqual([
      404,
      'organization_not_found',
    ]);
    expect(told(await api.call(key, `PUT ${pathOf(id)}`, wanted))).toEqual([403, 'api_key_not_allowed']);
    expect(await list(id)).toHaveLength(1);
  });
});
