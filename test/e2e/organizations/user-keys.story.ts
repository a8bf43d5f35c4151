import { randomUUID } from 'node:crypto';
import { KeyUses } from '#apps/gateway/src/organizations/key-uses';
import { PostgresKeyDirectory } from '#apps/gateway/src/organizations/key-directory';
import type { CommandSender } from '#apps/gateway/src/commands';
import { addUserKey, revokeAllKeys } from '#apps/standalone/src/keys';
import { hashSecretKey } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { startSmallApi, type SmallApi } from '../../support/small-api.js';
import { asTyped } from '../../support/commands.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
beforeAll(async () => {
  api = await startSmallApi();
});
afterAll(() => api.close());

const idOf = async (key: string): Promise<string> => {
  const { rows } = await api.runtime.pool.query<{ id: string }>(
    'SELECT id FROM gateway.users WHERE key_hashes @> ARRAY[$1]',
    [hashSecretKey(key)],
  );
  return rows[0]?.id ?? '';
};
const statusOf = async (key: string, request = 'GET /organizations') => (await api.call(key, request)).status;

/** What a gateway of another process finds: it shares the database alone. */
const replica = () => {
  const pool = api.runtime.poolOf('gateway');
  const nobody = { onWritten: () => undefined } as unknown as CommandSender;
  const uses = new KeyUses(pool, api.runtime.clock, api.runtime.log);
  return new PostgresKeyDirectory(pool, false, nobody, new ProjectionWatch(pool), uses);
};

describe('the keys of a user', () => {
  it('are listed without what one could use, and revoked at once in every process', async () => {
    const key = await api.newUser();
    const user = await idOf(key);
    const other = await addUserKey(api.runtime, user);
    expect(other).toMatch(/^sk_user_[0-9A-Za-z]{40}$/);
    const { body: keys } = await api.call(key, 'GET /users/me/keys');
    expect(keys).toEqual([
      { id: expect.any(String), first_12: key.slice(0, 12), created_at: expect.any(String) },
      { id: expect.any(String), first_12: other.slice(0, 12), created_at: expect.any(String) },
    ]);
    const elsewhere = replica();
    expect(await elsewhere.find(key)).toMatchObject({ kind: 'user', userId: user, keyId: keys[0].id });
    const left = await api.call(other, `DELETE /users/me/keys/${keys[0].id}`);
    expect([left.status, left.body]).toEqual([200, [keys[1]]]);
    expect((await api.call(key, 'GET /organizations')).body.code).toBe('user_key_invalid');
    expect(await elsewhere.find(key)).toBeUndefined();
    expect(await statusOf(other)).toBe(200);
    const again = await api.call(other, `DELETE /users/me/keys/${keys[0].id}`);
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  });

  it('may revoke themselves, the last one too; the operator makes another', async () => {
    const key = await api.newUser();
    const user = await idOf(key);
    const { body: keys } = await api.call(key, 'GET /users/me/keys');
    expect((await api.call(key, `DELETE /users/me/keys/${keys[0].id}`)).body).toEqual([]);
    expect(await statusOf(key)).toBe(401);
    const another = await addUserKey(api.runtime, `${(await emailOf(user)).toUpperCase()}`);
    expect((await api.call(another, 'GET /users/me/keys')).body).toHaveLength(1);
    await expect(addUserKey(api.runtime, 'nobody@example.com')).rejects.toThrow('There is no user nobody@');
  });

  it('are no business of an organization’s keys, nor of other users', async () => {
    const key = await api.newUser();
    const { testKey } = await api.newOrganization(key);
    expect((await api.call(testKey, 'GET /users/me/keys')).body.code).toBe('api_key_not_allowed');
    const { body: keys } = await api.call(key, 'GET /users/me/keys');
    for (const by of [await api.newUser(), testKey])
      expect((await api.call(by, `DELETE /users/me/keys/${keys[0].id}`)).status).toBeGreaterThan(400);
    expect(await statusOf(key)).toBe(200);
  });

  const emailOf = async (id: string): Promise<string> => {
    const { rows } = await api.runtime.pool.query<{ email: string }>(
      'SELECT email FROM gateway.users WHERE id = $1',
      [id],
    );
    return rows[0]?.email ?? '';
  };
});

describe('all keys of an organization', () => {
  it('are revoked at once in every process; users keep theirs, and make another', async () => {
    const user = await api.newUser();
    const { id, testKey } = await api.newOrganization(user);
    const elsewhere = replica();
    expect(await elsewhere.find(testKey)).toMatchObject({ kind: 'test', organizationId: id });
    const keyId = (await elsewhere.find(testKey))?.keyId ?? '';
    expect(await elsewhere.isInForce(id, keyId)).toBe(true);
    expect(await revokeAllKeys(api.runtime, id)).toEqual({ revoked: 1, users: [await idOf(user)] });
    expect((await api.call(testKey, 'GET /organizations/me')).body.code).toBe('api_key_invalid');
    expect(await elsewhere.find(testKey)).toBeUndefined();
    expect(await elsewhere.isInForce(id, keyId)).toBe(false);
    expect(await revokeAllKeys(api.runtime, id)).toMatchObject({ revoked: 0 });
    const { status, body } = await api.call(user, `GET /organizations/${id}/apikeys/test`);
    expect([status, body.code, body.errors[0].path]).toEqual([404, 'not_found', 'organization_id']);
    const { body: renewed } = await api.call(user, `PUT /organizations/${id}/apikeys/test`);
    expect(await statusOf(renewed, 'GET /organizations/me')).toBe(200);
    expect((await api.call(user, `GET /organizations/${id}/apikeys/test`)).body).toBe(renewed);
    expect(await statusOf(testKey, 'GET /organizations/me')).toBe(401);
  });

  it('are forgotten by a gateway that keeps what it has looked up, whoever revoked them', async () => {
    const { id, testKey } = await api.newOrganization(await api.newUser());
    const { bus, watch } = api.runtime;
    expect(await statusOf(testKey, 'GET /organizations/me')).toBe(200);
    const tenant = { organizationId: id, livemode: false };
    const envelope = { id: randomUUID(), key: id, tenant, actor: 'operator', correlationId: 'c' };
    const time = new Date().toISOString();
    // Not through the gateway, which would forget by itself.
    await bus.send(asTyped({ ...envelope, type: 'organizations.revoke-keys', time, data: {} }));
    const model = { projection: 'organizations.organizations', table: 'gateway.organizations' } as const;
    const at = { stream: `organization-${id}`, revision: 1 };
    expect(await watch.reached({ ...model, stream: 'organization-' }, at, 30_000)).toBe(true);
    expect(await statusOf(testKey, 'GET /organizations/me')).toBe(401);
  });

  it('of an organization that there is not: a sentence', async () => {
    await expect(revokeAllKeys(api.runtime, 'f'.repeat(24))).rejects.toThrow('There is no organization ffff');
  });
});
