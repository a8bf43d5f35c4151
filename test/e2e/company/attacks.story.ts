import type { Answer, SmallApi, TestOrganization } from '../../support/small-api.js';
import { startSmallApi } from '../../support/small-api.js';
import { addMember, addRole, shareOwnership, suspendUser, type Person } from '../../support/people.js';
import { submit } from '../customers/hosted-page.js';
import { addUser, invite, linkOf, mailed, respond, type Addressed } from '../organizations/invitations.js';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '../../support/story.js';

/**
 * Ways to rise, to lock out an owner and to come in that need several parts at once: roles and invitations, accomplices and
 * second accounts, people and keys. What one part alone must hold is tried where that part is told.
 */

let api: SmallApi;
let owner: Person;
let ours: TestOrganization;
let manager: Person;
beforeAll(async () => {
  api = await startSmallApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  mailed(api);
  owner = await addUser(api);
  ours = await api.newOrganization(owner.key);
  manager = await addMember(api.runtime, ours.id, { template: 'org-team-manager' });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const as = (who: { readonly key: string }, request: string, body?: unknown): Promise<Answer> =>
  api.call(who.key, request.replace('~', `/organizations/${ours.id}`), body);
const told = ({ status, body }: Answer) => [status, status < 300 ? undefined : body.code];
const ADMIN_REQUIRED = [403, 'organization_admin_role_required'];
const roleIn = async (name: string): Promise<string> => {
  const { body } = await as(owner, 'GET ~/team/roles');
  return (body as { id: string; name: string }[]).find((one) => one.name === name)?.id ?? '';
};
const operationsOf = async ({ userId }: Person): Promise<readonly string[]> =>
  (await as(owner, `GET ~/team/${userId}`)).body.operations;
const ADMINISTRATIVE = /^(?:read|write)\.api_keys\.|^write\.organizations\.|audit_log/;

/** A second account of the team manager's, who invites it with a role and accepts. */
async function secondAccount(role: string): Promise<Addressed> {
  const second = await addUser(api);
  const { body } = await invite(api, manager.key, ours.id, { email: second.email, role });
  expect(told(await respond(api, second.key, body.id, true))).toEqual([200, undefined]);
  return second;
}

describe('a team manager with a second account', () => {
  it('does not rise by roles that each edits for the other', async () => {
    const made = await as(manager, 'POST ~/team/roles', { name: 'Otra', template_code: 'org-team-manager' });
    const second = await secondAccount(made.body.id);
    const own = (await as(owner, `GET ~/team/${manager.userId}`)).body.role;
    for (const add of [
      ['write.api_keys.live_add'],
      ['write.organizations.edit_legal'],
      ['read.audit_log.list'],
    ])
      expect([add, ...told(await as(second, `PUT ~/team/roles/${own}`, { add }))]).toEqual([
        ...[add, ...ADMIN_REQUIRED],
      ]);
    for (const who of [manager, second])
      expect((await operationsOf(who)).filter((one) => ADMINISTRATIVE.test(one))).toEqual([]);
  });

  it('does not rise by swapping roles', async () => {
    const admin = await roleIn('Administrador');
    const developing = await addRole(api.runtime, ours.id, { template: 'org-developer' }, 'Sistemas');
    const own = (await as(owner, `GET ~/team/${manager.userId}`)).body.role;
    const second = await secondAccount(own);
    for (const role of [admin, developing]) {
      expect(told(await as(second, `PUT ~/team/${manager.userId}/role`, { role }))).toEqual(ADMIN_REQUIRED);
      expect(told(await as(manager, `PUT ~/team/${second.userId}/role`, { role }))).toEqual(ADMIN_REQUIRED);
    }
  });

  it('does not rise by all operations but one, nor in steps', async () => {
    const { body: all } = await as(manager, 'GET ~/team/roles/operations');
    const body = { name: 'Casi', add: (all as string[]).slice(1) };
    expect(told(await as(manager, 'POST ~/team/roles', body))).toEqual(ADMIN_REQUIRED);
    const harmless = await as(manager, 'POST ~/team/roles', { name: 'Nada' });
    expect(told(harmless)).toEqual([200, undefined]);
    const rising = (all as string[]).filter((one) => ADMINISTRATIVE.test(one));
    expect(rising.length).toBeGreaterThan(10);
    for (const operation of rising)
      expect([
        operation,
        ...told(await as(manager, `PUT ~/team/roles/${harmless.body.id}`, { add: [operation] })),
      ]).toEqual([operation, ...ADMIN_REQUIRED]);
  });

  it('does not rise by an invitation to a role that became an administrator’s afterwards', async () => {
    const role = (await as(manager, 'POST ~/team/roles', { name: 'Ayuda' })).body.id;
    const second = await addUser(api);
    const { body } = await invite(api, manager.key, ours.id, { email: second.email, role });
    const raised = await as(owner, `PUT ~/team/roles/${role}`, { template_code: 'org-admin' });
    expect(told(raised)).toEqual([200, undefined]);
    expect(told(await respond(api, second.key, body.id, true))).toEqual([409, 'invite_role_unavailable']);
    // An administrator who wants just that invites again.
    const again = await invite(api, owner.key, ours.id, { email: second.email, role });
    expect(told(await respond(api, second.key, again.body.id, true))).toEqual([200, undefined]);
  });
});

describe('a developer', () => {
  it('has keys, which know no people and no other keys', async () => {
    const developer = await addMember(api.runtime, ours.id, { template: 'org-developer' });
    const live = { key: (await as(developer, 'PUT ~/apikeys/live')).body as string };
    const test = { key: ours.testKey };
    for (const key of [live, test])
      for (const request of [
        ...['GET ~/team', 'POST ~/team/invites', 'GET ~/team/roles', 'POST ~/team/roles'],
        ...[`PUT ~/team/${developer.userId}/role`, `POST ~/team/${developer.userId}/ownership`],
        ...['GET ~/audit-log', 'PUT ~/apikeys/live', 'GET ~/apikeys/test', 'DELETE ~'],
        ...['GET /users/me', 'POST /users/me/keys', 'GET /organizations/invites/pending'],
      ])
        expect([request, ...told(await as(key, request))]).toEqual([request, 403, 'api_key_not_allowed']);
  });
});

describe('an owner is not locked out', () => {
  it('by an administrator, whatever they try', async () => {
    const admin = await addMember(api.runtime, ours.id);
    const role = await addRole(api.runtime, ours.id, { template: 'org-readonly' }, 'Consulta');
    for (const [request, body, code] of [
      [`DELETE ~/team/${owner.userId}`, undefined, 'owner_access_cannot_be_removed'],
      [`PUT ~/team/${owner.userId}/role`, { role }, 'owner_access_cannot_be_reassigned'],
      [`DELETE ~/team/${owner.userId}/ownership`, undefined, 'forbidden'],
      [`POST ~/team/${admin.userId}/ownership`, { share: true }, 'forbidden'],
      [`POST ~/team/${admin.userId}/ownership`, {}, 'forbidden'],
      ['DELETE ~', undefined, 'forbidden'],
    ] as const)
      expect([request, ...told(await as(admin, request, body))]).toEqual([request, 403, code]);
    expect(told(await as(owner, `DELETE ~/team/${admin.userId}`))).toEqual([200, undefined]);
  });

  it('by being invited to a lesser role', async () => {
    const { email } = (await as(owner, 'GET /users/me')).body;
    const role = await addRole(api.runtime, ours.id, { template: 'org-readonly' }, 'Consulta');
    const asked = await invite(api, manager.key, ours.id, { email, role });
    expect(told(asked)).toEqual([409, 'user_already_in_organization']);
  });

  it('by a co-owner, who removes nobody but can be left alone with', async () => {
    const second = await addMember(api.runtime, ours.id);
    await shareOwnership(api.runtime, ours.id, second.userId);
    for (const request of [`DELETE ~/team/${owner.userId}`, `DELETE ~/team/${owner.userId}/ownership`])
      expect((await as(second, request)).status).toBe(403);
    expect(told(await as(second, `DELETE ~/team/${second.userId}/ownership`))).toEqual([200, undefined]);
    expect((await as(owner, 'GET ~/team')).body[0]).toMatchObject({ id: owner.userId, role: null });
  });
});

describe('doors left open', () => {
  it('by somebody who is suspended: their invitations let nobody in until they are resumed', async () => {
    const admin = await addMember(api.runtime, ours.id);
    const sent = mailed(api);
    const accomplice = await addUser(api);
    const { body } = await invite(api, admin.key, ours.id, { email: accomplice.email });
    const link = linkOf(sent);
    await invite(api, admin.key, ours.id, { email: 'otra@complice.example' });
    const newcomer = linkOf(sent);
    await suspendUser(api.runtime, admin.userId);
    expect(told(await respond(api, accomplice.key, body.id, true))).toEqual([409, 'invite_role_unavailable']);
    for (const one of [link, newcomer])
      expect((await submit(one, { answer: 'accept', full_name: 'Cómplice' })).html).not.toContain('sk_user_');
    expect((await as(owner, 'GET ~/team')).body).toHaveLength(3);
  });

  it('by somebody who was removed: neither what they invited nor what they hold lets them back', async () => {
    const role = (await as(owner, `GET ~/team/${manager.userId}`)).body.role;
    const second = await addUser(api);
    const { body } = await invite(api, manager.key, ours.id, { email: second.email, role });
    await as(owner, `DELETE ~/team/${manager.userId}`);
    expect(told(await respond(api, second.key, body.id, true))).toEqual([409, 'invite_role_unavailable']);
    expect(told(await as(manager, `DELETE ~/team/invites/${body.id}`))).toEqual([
      ...[404, 'organization_not_found'],
    ]);
    expect(told(await invite(api, manager.key, ours.id, { email: second.email, role }))).toEqual([
      ...[404, 'organization_not_found'],
    ]);
  });
});
