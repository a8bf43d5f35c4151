import { randomUUID } from 'node:crypto';
import { newId } from '#kernel';
import { adminRoleId } from '#contracts';
import { asTyped } from '../../support/commands.js';
import { addMember, addPerson, addRole, type Person } from '../../support/people.js';
import { addUser, mailed, respond } from './invitations.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** People who change an organization's people at the same moment. */

let api: SmallApi;
let owner: Person;
beforeAll(async () => {
  api = await startSmallApi();
  owner = await addPerson(api.runtime);
});
afterAll(() => api.close());

const calling =
  (id: string) =>
  ({ key }: Person, request: string, body?: unknown): Promise<Answer> => {
    const [method, path = ''] = request.split(' ');
    return api.call(key, `${method} /organizations/${id}/team${path}`, body);
  };
const codesOf = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : (body.code as string))).toSorted();
const newTeam = async () => {
  const { id } = await api.newOrganization(owner.key, 'Concurrida');
  return { id, call: calling(id) };
};

describe('at the same moment', () => {
  it('of two administrators who remove each other one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, call } = await newTeam();
      const [one, two] = [await addMember(api.runtime, id), await addMember(api.runtime, id)];
      const answers = await Promise.all([
        ...[call(one, `DELETE /${two.userId}`), call(two, `DELETE /${one.userId}`)],
      ]);
      expect(codesOf(answers)).toEqual(['done', 'organization_not_found']);
      expect((await call(owner, 'GET ')).body).toHaveLength(2);
    }
  });

  it('of owners who all give up one stays', async () => {
    const { id, call } = await newTeam();
    const others = await Promise.all(Array.from({ length: 4 }, () => addMember(api.runtime, id)));
    for (const { userId } of others) await call(owner, `POST /${userId}/ownership`, { share: true });
    const owners = [owner, ...others];
    const answers = await Promise.all(owners.map((one) => call(one, `DELETE /${one.userId}/ownership`)));
    expect(codesOf(answers)).toEqual([...['done', 'done', 'done', 'done', 'owner_access_cannot_be_removed']]);
    const { body } = await call(owner, 'GET ');
    expect(body.filter(({ role }: { role: string | null }) => role === null)).toHaveLength(1);
  });

  it('of owners who hand over to each other, one is left and each is in the team once', async () => {
    const { id, call } = await newTeam();
    const second = await addMember(api.runtime, id);
    await call(owner, `POST /${second.userId}/ownership`, { share: true });
    const answers = await Promise.all([
      call(owner, `POST /${second.userId}/ownership`, { share: false }),
      call(second, `POST /${owner.userId}/ownership`, { share: false }),
    ]);
    // The second to come is no owner any more, unless the first had just handed it over to them.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const { body } = await call(owner, 'GET ');
    expect(body.map((one: { id: string }) => one.id).toSorted()).toEqual(
      [owner.userId, second.userId].toSorted(),
    );
    expect(body.filter(({ role }: { role: string | null }) => role === null).length).toBeGreaterThan(0);
  });

  it('a role is deleted or given, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, call } = await newTeam();
      const role = await addRole(api.runtime, id, { template: 'org-billing' }, 'Caja');
      const { userId } = await addMember(api.runtime, id, { template: 'org-readonly' });
      const [given, deleted] = await Promise.all([
        call(owner, `PUT /${userId}/role`, { role }),
        call(owner, `DELETE /roles/${role}`),
      ]);
      const left = (await call(owner, 'GET /roles')).body.some(({ id: one }: { id: string }) => one === role);
      const { body: access } = await call(owner, `GET /${userId}`);
      if (given.status === 200) {
        expect([deleted.body.code, left, access.role]).toEqual(['role_has_assigned_users', true, role]);
      } else {
        expect([given.body.code, deleted.status, left]).toEqual(['role_not_found', 200, false]);
        expect(access.role_name).not.toBeNull();
      }
    }
  });

  it('a role is deleted or offered, never both', async () => {
    const sent = mailed(api);
    for (let round = 0; round < 5; round += 1) {
      const { id, call } = await newTeam();
      const role = await addRole(api.runtime, id, { template: 'org-billing' }, 'Caja');
      const email = `invitada-${id}@example.com`;
      const [offered, deleted] = await Promise.all([
        call(owner, 'POST /invites', { email, role }),
        call(owner, `DELETE /roles/${role}`),
      ]);
      const done = [offered.status, deleted.status].filter((status) => status === 200);
      expect(done).toHaveLength(1);
      expect(offered.status === 200 ? deleted.body.code : offered.body.code).toBe(
        offered.status === 200 ? 'role_has_assigned_users' : 'invite_role_unavailable',
      );
    }
    sent.mockRestore();
  });

  it('an invitation gives what its role is at last, and never more than who invited may give', async () => {
    const sent = mailed(api);
    const { id, call } = await newTeam();
    const manager = await addMember(api.runtime, id, { template: 'org-team-manager' });
    const role = await addRole(api.runtime, id, { operations: ['read.customers.list'] }, 'Creciente');
    const [one, two] = [await addUser(api), await addUser(api)];
    const [{ body: first }, { body: second }] = [
      await call(manager, 'POST /invites', { email: one.email, role }),
      await call(owner, 'POST /invites', { email: two.email, role }),
    ];
    await call(owner, `PUT /roles/${role}`, { add: ['write.api_keys.live_add'] });
    const refused = await respond(api, one.key, first.id, true);
    expect([refused.status, refused.body.code]).toEqual([409, 'invite_role_unavailable']);
    expect((await respond(api, two.key, second.id, true)).status).toBe(200);
    const { body: access } = await call(owner, `GET /${two.userId}`);
    expect(access.operations).toEqual(['write.api_keys.live_add']);
    sent.mockRestore();
  });

  it('the ownership is handed over, or who was to have it is removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, call } = await newTeam();
      const [admin, heir] = [await addMember(api.runtime, id), await addMember(api.runtime, id)];
      const [handed, removed] = await Promise.all([
        call(owner, `POST /${heir.userId}/ownership`),
        call(admin, `DELETE /${heir.userId}`),
      ]);
      const { body } = await call(owner, 'GET ');
      expect(body[0].role).toBeNull();
      if (handed.status === 200) {
        expect([removed.body.code, body[0].id]).toEqual(['owner_access_cannot_be_removed', heir.userId]);
      } else {
        expect([handed.body.code, body[0].id]).toEqual(['user_access_not_found', owner.userId]);
      }
    }
  });

  it('nobody rises by a role that is edited while they give it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, call } = await newTeam();
      const manager = await addMember(api.runtime, id, { template: 'org-team-manager' });
      const friend = await addMember(api.runtime, id, { template: 'org-readonly' });
      const role = await addRole(api.runtime, id, { operations: ['read.customers.list'] }, 'Creciente');
      const [given, edited] = await Promise.all([
        call(manager, `PUT /${friend.userId}/role`, { role }),
        call(owner, `PUT /roles/${role}`, { template_code: 'org-admin' }),
      ]);
      expect(edited.status).toBe(200);
      // First given, then raised by the owner; or first raised, and then no longer the manager's to give.
      const history = await api.runtime.store.read(`organization-${id}`);
      const order = history
        .map(({ type }) => type)
        .filter((type) => /^(MemberRoleSet|RoleEdited)$/.test(type));
      if (given.status === 200) expect(order).toEqual(['MemberRoleSet', 'RoleEdited']);
      else expect([given.body.code, order]).toEqual(['organization_admin_role_required', ['RoleEdited']]);
    }
  });

  it('twenty roles are twenty roles, and of twenty with one name one is made', async () => {
    const { call } = await newTeam();
    const different = Array.from({ length: 20 }, (_, n) => call(owner, 'POST /roles', { name: `Rol ${n}` }));
    const same = Array.from({ length: 20 }, () => call(owner, 'POST /roles', { name: 'Caja' }));
    const answers = await Promise.all([...different, ...same]);
    const retried = answers.filter(({ status, body }) => status === 409 && body.path === undefined);
    // Contention is a conflict without a field: it may be sent again.
    expect(retried).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(21);
    const { body } = await call(owner, 'GET /roles');
    expect(new Set(body.map(({ name }: { name: string }) => name)).size).toBe(22);
  });

  it('a member who was removed finishes nothing', async () => {
    const { id, call } = await newTeam();
    const manager = await addMember(api.runtime, id, { template: 'org-team-manager' });
    const before = api.runtime.store.read(`organization-${id}`);
    const answers = await Promise.all([
      call(owner, `DELETE /${manager.userId}`),
      ...Array.from({ length: 20 }, (_, n) => call(manager, 'POST /roles', { name: `Rol ${n}` })),
    ]);
    expect(answers[0]?.status).toBe(200);
    const events = (await api.runtime.store.read(`organization-${id}`)).slice((await before).length);
    const removal = events.findIndex(({ type }) => type === 'MemberRemoved');
    expect(events.slice(removal + 1).map(({ type }) => type)).toEqual([]);
    const codes = new Set(codesOf(answers.slice(1)));
    codes.delete('done');
    expect([...codes].filter((code) => code !== 'organization_not_found')).toEqual([]);
  });
});

describe('a command of people that is delivered twice', () => {
  it('changes nothing the second time', async () => {
    const { id } = await newTeam();
    const { userId } = await addMember(api.runtime, id, { template: 'org-billing' });
    const role_id = newId();
    const by = owner.userId;
    const commands = [
      ['organizations.add-role', { role_id, role: { name: 'Caja' }, by }],
      ['organizations.edit-role', { role_id, changes: { add: ['read.customers.list'] }, by }],
      ['organizations.delete-role', { role_id, by }],
      ['organizations.set-member-role', { user_id: userId, role: adminRoleId(id), by }],
      ['organizations.share-ownership', { user_id: userId, share: true, by }],
      ['organizations.give-up-ownership', { user_id: userId, by: userId }],
      ['organizations.remove-member', { user_id: userId, by }],
    ] as const;
    const envelope = {
      ...{ key: id, tenant: { organizationId: id, livemode: false }, actor: `user:${by}` },
      ...{ correlationId: 'c', time: new Date().toISOString() },
    };
    for (const [type, data] of commands) {
      const command = asTyped({ ...envelope, id: randomUUID(), type, data });
      const first = await api.runtime.bus.send(command);
      const history = await api.runtime.store.read(`organization-${id}`);
      expect([type, first.ok]).toEqual([type, true]);
      expect(await api.runtime.bus.send(command)).toEqual(first);
      expect(await api.runtime.store.read(`organization-${id}`)).toEqual(history);
    }
  });
});
