import { ensureDemo } from '#apps/standalone/src/demo';
import { addUser, resetUser, resumeUser, suspendUser } from '#apps/standalone/src/users';
import { OPERATIONS, templateOperations } from '#contracts';
import {
  addMember,
  addPerson,
  addRole,
  joinOrganization,
  removeMember,
  shareOwnership,
} from '../../support/people.js';
import { startSmallApi, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
beforeAll(async () => {
  api = await startSmallApi();
});
afterAll(() => api.close());

const me = async (key: string, headers?: Record<string, string>) =>
  api.call(key, 'GET /users/me', undefined, headers);

describe('GET /users/me', () => {
  it('says who the user is, of no organization too', async () => {
    const { userId, key } = await addPerson(api.runtime);
    const { status, body } = await me(key);
    expect([status, body]).toEqual([
      200,
      {
        ...{ id: userId, email: `${userId}@example.com`, full_name: 'Ana Pérez' },
        ...{
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          organizations: [],
          organizations_are_capped: false,
        },
      },
    ]);
  });

  it('has their organizations, newest first, with what they may do in each', async () => {
    const { userId, key } = await addPerson(api.runtime);
    const others = await api.newUser();
    const mine = await api.newOrganization(key, 'La mía');
    const read = await api.newOrganization(others, 'De lectura');
    const shared = await api.newOrganization(others, 'Compartida');
    const foreign = await api.newOrganization(others, 'Ajena');
    const role = await addRole(api.runtime, read.id, { template: 'org-readonly' }, 'Auditoría');
    await joinOrganization(api.runtime, read.id, userId, { role });
    await joinOrganization(api.runtime, shared.id, userId, { template: 'org-admin' });
    await shareOwnership(api.runtime, shared.id, userId);
    const { body } = await me(key);
    const own = (id: string, name: string) => ({
      ...{ id, name, is_owner: true, role: null, role_name: 'Propietario', operations: OPERATIONS },
    });
    expect(body.organizations).toEqual([
      own(shared.id, 'Compartida'),
      {
        ...{ id: read.id, name: 'De lectura', is_owner: false, role, role_name: 'Auditoría' },
        operations: templateOperations('org-readonly'),
      },
      own(mine.id, 'La mía'),
    ]);
    expect(JSON.stringify(body)).not.toContain(foreign.id);
    const english = await me(key, { 'accept-language': 'en' });
    expect(english.body.organizations[0].role_name).toBe('Owner');
    // Which organization a client works with does not matter here.
    expect((await me(key, { 'x-organization-id': foreign.id, 'x-environment': 'live' })).body).toEqual(body);
  });

  it('lacks an organization while it is deleted, and one that the user was removed from', async () => {
    const { key } = await addPerson(api.runtime);
    const { id } = await api.newOrganization(key);
    await api.call(key, `DELETE /organizations/${id}`);
    expect((await me(key)).body.organizations).toEqual([]);
    await api.call(key, `POST /organizations/${id}/restore`);
    expect((await me(key)).body.organizations).toMatchObject([{ id }]);
    const member = await addMember(api.runtime, id);
    expect((await me(member.key)).body.organizations).toMatchObject([{ id, is_owner: false }]);
    await removeMember(api.runtime, id, member.userId);
    expect((await me(member.key)).body.organizations).toEqual([]);
  });

  it('says when there are more organizations than it shows', async () => {
    const { userId, key } = await addPerson(api.runtime);
    const { id } = await api.newOrganization(key);
    // As many rows as a user of that many organizations has.
    await api.runtime.pool.query(
      `INSERT INTO gateway.organizations
       SELECT (json_populate_record(o, json_build_object('id', md5(n::text), 'key_hashes', '{}'))).*
       FROM gateway.organizations AS o, generate_series(1, 100) AS n WHERE o.id = $1`,
      [id],
    );
    const { body } = await me(key);
    expect([body.id, body.organizations.length, body.organizations_are_capped]).toEqual([userId, 100, true]);
    await api.runtime.pool.query('DELETE FROM gateway.organizations WHERE length(id) = 32');
  });

  it('is of people alone: a key of an organization, a wrong one and none are refused', async () => {
    const { testKey } = await api.newOrganization(await api.newUser());
    const codes = [testKey, `sk_user_${'a'.repeat(40)}`, 'nonsense'].map(async (key) => {
      const { status, body } = await me(key);
      return [status, body.code];
    });
    expect(await Promise.all(codes)).toEqual([
      [403, 'api_key_not_allowed'],
      [401, 'user_key_invalid'],
      [401, 'api_key_invalid'],
    ]);
    const none = await fetch(`${api.baseUrl}/users/me`, { headers: { 'accept-language': 'en' } });
    expect([none.status, await none.json()]).toMatchObject([401, { ok: false, code: 'missing_credentials' }]);
  });
});

describe('POST /users/me/keys', () => {
  const add = (key: string, body?: unknown, headers?: Record<string, string>) =>
    api.call(key, 'POST /users/me/keys', body, headers);

  it('answers a bare key, which works at once and is shown this once', async () => {
    const key = await api.newUser();
    for (const body of [undefined, {}, [], { params: null }]) {
      const made = await add(key, body);
      expect([made.status, made.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(made.body).toMatch(/^sk_user_[0-9A-Za-z]{40}$/);
      const { body: keys } = await api.call(made.body, 'GET /users/me/keys');
      expect(keys.at(-1)).toEqual({
        ...{ id: expect.any(String), first_12: made.body.slice(0, 12), created_at: expect.any(String) },
      });
      expect(JSON.stringify(keys)).not.toContain(made.body);
    }
  });

  it('refuses what it does not know, by name', async () => {
    const key = await api.newUser();
    const { status, body } = await add(key, { name: 'Laptop' });
    expect([status, body.code, body.errors]).toMatchObject([
      400,
      'invalid_request',
      [{ code: 'unknown_field', path: 'name', location: 'body' }],
    ]);
    expect((await api.call(key, 'GET /users/me/keys')).body).toHaveLength(1);
  });

  it('makes five an hour for each user, those that are revoked counted', async () => {
    const key = await api.newUser();
    for (let n = 0; n < 5; n += 1) {
      await add(key);
      const { body: keys } = await api.call(key, 'GET /users/me/keys');
      await api.call(key, `DELETE /users/me/keys/${keys.at(-1).id}`);
    }
    const es = await add(key);
    expect([es.status, es.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(es.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const en = await add(key, undefined, { 'accept-language': 'en' });
    expect(en.body.message).not.toBe(es.body.message);
    expect((await add(await api.newUser())).status).toBe(200);
  });

  it('at once makes five and no more', async () => {
    const key = await api.newUser();
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await add(key)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('is refused to a key of an organization', async () => {
    const { id, testKey } = await api.newOrganization(await api.newUser());
    const { key } = await addMember(api.runtime, id);
    expect((await add(testKey)).body.code).toBe('api_key_not_allowed');
    expect((await add(key)).status).toBe(200);
  });
});

describe('a suspended user', () => {
  const suspended = async () => {
    const { userId, key } = await addPerson(api.runtime);
    const organization = await api.newOrganization(key);
    const { body: live } = await api.call(key, `PUT /organizations/${organization.id}/apikeys/live`);
    const email = `${userId}@example.com`;
    const { ownerless } = await suspendUser(api.runtime, email);
    return { key, email, live, ownerless, ...organization };
  };

  it('does nothing from that moment on, in both languages, and everything again afterwards', async () => {
    const { key, email, id, ownerless } = await suspended();
    expect(ownerless).toEqual([id]);
    for (const request of [
      ...['GET /users/me', 'GET /users/me/keys', 'POST /users/me/keys', 'GET /organizations'],
      ...[`GET /organizations/${id}`, `PUT /organizations/${id}/apikeys/live`],
    ]) {
      const { status, body } = await api.call(key, request);
      expect([request, status, body.code]).toEqual([request, 403, 'user_suspended']);
    }
    expect((await me(key)).body.message).toBe('La cuenta del usuario está suspendida.');
    const english = await me(key, { 'accept-language': 'en' });
    expect(english.body.message).toBe('The user account is suspended.');
    await resumeUser(api.runtime, email);
    expect((await me(key)).body.organizations).toMatchObject([{ id }]);
  });

  it('has made what goes on: keys of organizations work', async () => {
    const { live, testKey, id } = await suspended();
    for (const key of [live, testKey])
      expect((await api.call(key, 'GET /organizations/me')).body).toMatchObject({ id });
  });

  it('gets no key by itself, and by a reset one that waits for them', async () => {
    const { key, email } = await suspended();
    const { user_key, suspended: still } = await resetUser(api.runtime, email);
    expect(still).toBe(true);
    expect((await me(key)).body.code).toBe('user_key_invalid');
    expect((await me(user_key)).body.code).toBe('user_suspended');
    await resumeUser(api.runtime, email);
    expect((await me(user_key)).status).toBe(200);
    expect((await me(key)).status).toBe(401);
  });
});

describe('the demo', () => {
  it('is made also where its address is somebody’s, and stays as it is', async () => {
    await addUser(api.runtime, 'demo@example.com', 'Otra persona');
    const demo = await ensureDemo(api.runtime, api.baseUrl);
    const { body } = await me(demo.user_key);
    expect(body.email).toMatch(/^demo-[0-9a-f]{24}@example\.com$/);
    expect(body.organizations).toMatchObject([{ id: demo.organization_id, is_owner: true }]);
    expect(await ensureDemo(api.runtime, api.baseUrl)).toEqual(demo);
  });
});
