import { isAdministrative, OPERATIONS, operationsOfRole } from '#contracts';
import { addMember, addPerson, addRole, type Grant, type Person } from '../../support/people.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
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
import { addUser, mailed, respond, type Addressed } from '../organizations/invitations.js';

/** People who have some rights and want all of them, alone or with a friend. */

let api: SmallApi;
let owner: Person;
let id: string;
let adminRole: string;
beforeAll(async () => {
  api = await startSmallApi();
  owner = await addPerson(api.runtime);
});
afterAll(() => api.close());
beforeEach(async () => {
  mailed(api);
  id = (await api.newOrganization(owner.key, 'Codiciada')).id;
  adminRole = (await asks(owner, 'GET /team/roles')).body[0].id;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const asks = ({ key }: Pick<Person, 'key'>, request: string, body?: unknown): Promise<Answer> => {
  const [method, path = ''] = request.split(' ');
  return api.call(key, `${method} /organizations/${id}${path}`, body);
};
const told = ({ status, body }: Answer) => [status, body?.code];
const NEEDS_ADMIN = [403, 'organization_admin_role_required'];
const FORBIDDEN = [403, 'forbidden'];

/** What somebody may do now, as they are told themselves. */
async function mayDo(person: Pick<Person, 'key'>): Promise<string[]> {
  const { body } = await api.call(person.key, 'GET /users/me');
  return body.organizations.find((one: { id: string }) => one.id === id)?.operations ?? [];
}
const hire = (grant: Grant) => addMember(api.runtime, id, grant);
const hireWithRole = async (grant: Exclude<Grant, { role: string }>, name: string) => {
  const role = await addRole(api.runtime, id, grant, name);
  return { ...(await hire({ role })), role };
};
const almostAll = (missing: string) => ({ operations: OPERATIONS.filter((one) => one !== missing) });
const administrative = ['write.api_keys.live_add', 'write.organizations.edit_legal', 'read.audit_log.list'];

describe('a team manager', () => {
  it('makes no role of administrators, in any of its spellings', async () => {
    const manager = await hire({ template: 'org-team-manager' });
    for (const role of [
      { name: 'A', template_code: 'org-admin' },
      { name: 'A', template_code: 'org-admin', remove: ['read.tools.check'] },
      { name: 'A', add: OPERATIONS },
      { name: 'A', template_code: 'org-developer' },
      { name: 'A', template_code: 'org-readonly', add: ['write.team.share_ownership'] },
      ...administrative.map((operation) => ({ name: 'A', add: [operation] })),
    ])
      expect([role, ...told(await asks(manager, 'POST /team/roles', role))]).toEqual([role, ...NEEDS_ADMIN]);
    expect((await asks(owner, 'GET /team/roles')).body).toHaveLength(2);
  });

  it('makes a harmless role, and widens it no further once a friend has it', async () => {
    const manager = await hire({ template: 'org-team-manager' });
    const made = await asks(manager, 'POST /team/roles', { name: 'Lectura', template_code: 'org-readonly' });
    expect(made.status).toBe(200);
    const friend = await hire({ role: made.body.id });
    for (const change of [
      { template_code: 'org-admin' },
      { template_code: 'org-developer' },
      { template_code: null, add: OPERATIONS },
      ...administrative.map((operation) => ({ add: [operation] })),
    ])
      expect([change, ...told(await asks(manager, `PUT /team/roles/${made.body.id}`, change))]).toEqual([
        ...[change, ...NEEDS_ADMIN],
      ]);
    expect(await mayDo(friend)).toEqual(made.body.operations);
  });

  it('invites no friend above themself, anew or by sending an invitation again', async () => {
    const [manager, friend] = [await hire({ template: 'org-team-manager' }), await addUser(api)];
    const reading = await addRole(api.runtime, id, { template: 'org-readonly' }, 'Lectura');
    const developing = await addRole(api.runtime, id, { template: 'org-developer' }, 'Desarrollo interno');
    const invites = (body: object) => asks(manager, 'POST /team/invites', { email: friend.email, ...body });
    expect((await invites({ role: reading })).status).toBe(200);
    for (const body of [{}, { role: adminRole }, { role: adminRole.toUpperCase() }, { role: developing }])
      expect([body, ...told(await invites(body))]).toEqual([body, ...NEEDS_ADMIN]);
    expect(told(await invites({ role: null }))[1]).not.toBe(undefined);
    const [invite] = (await asks(owner, 'GET /team/invites')).body;
    expect(invite.role).toBe(reading);
  });

  it('who sends an administrator’s invitation again lowers it, and what the friend gets is that', async () => {
    const [manager, friend] = [await hire({ template: 'org-team-manager' }), await addUser(api)];
    const reading = await addRole(api.runtime, id, { template: 'org-readonly' }, 'Lectura');
    const { body } = await asks(owner, 'POST /team/invites', { email: friend.email });
    const again = await asks(manager, 'POST /team/invites', { email: friend.email, role: reading });
    expect([again.status, again.body.id]).toEqual([200, body.id]);
    await respond(api, friend.key, body.id as string, true);
    expect(await mayDo(friend)).toEqual(
      operationsOfRole({ template_code: 'org-readonly', add: [], remove: [] }),
    );
  });

  it('lets nobody in by a role that was widened after the invitation', async () => {
    const [manager, friend] = [await hire({ template: 'org-team-manager' }), await addUser(api)];
    const made = await asks(manager, 'POST /team/roles', { name: 'Lectura', template_code: 'org-readonly' });
    const sent = await asks(manager, 'POST /team/invites', { email: friend.email, role: made.body.id });
    expect(sent.status).toBe(200);
    // An administrator widens the role for those who have it, and knows nothing of the invitation.
    await asks(owner, `PUT /team/roles/${made.body.id}`, { template_code: 'org-admin' });
    expect(told(await respond(api, friend.key, sent.body.id as string, true))).toEqual([
      ...[409, 'invite_role_unavailable'],
    ]);
    expect(await mayDo(friend)).toEqual([]);
  });

  it('gives no friend a role above themself, and takes administrators none', async () => {
    const [manager, friend, boss] = [
      await hire({ template: 'org-team-manager' }),
      await hire({ template: 'org-readonly' }),
      await hire({ template: 'org-admin' }),
    ];
    const developing = await addRole(api.runtime, id, { template: 'org-developer' }, 'Desarrollo interno');
    const copies = await addRole(api.runtime, id, { operations: OPERATIONS }, 'Jefes');
    for (const role of [adminRole, adminRole.toUpperCase(), developing, copies])
      expect(told(await asks(manager, `PUT /team/${friend.userId}/role`, { role }))).toEqual(NEEDS_ADMIN);
    const reading = await addRole(api.runtime, id, { template: 'org-readonly' }, 'Lectura');
    expect(told(await asks(manager, `PUT /team/${boss.userId}/role`, { role: reading }))).toEqual([
      ...[403, 'organization_admin_assignment_cannot_be_edited'],
    ]);
    expect(told(await asks(manager, `DELETE /team/${boss.userId}`))).toEqual([
      ...[403, 'organization_admin_access_cannot_be_removed'],
    ]);
    expect(told(await asks(manager, `PUT /team/roles/${copies}`, { remove: [...OPERATIONS] }))).toEqual([
      ...[403, 'organization_admin_role_cannot_be_edited'],
    ]);
    expect(told(await asks(manager, `DELETE /team/roles/${copies}`))).toEqual([
      ...[403, 'organization_admin_role_cannot_be_deleted'],
    ]);
  });

  it('changes neither their own access nor their own role, nor becomes an owner', async () => {
    const manager = await hireWithRole({ template: 'org-team-manager' }, 'Gestión');
    const other = await hireWithRole({ template: 'org-team-manager' }, 'Otra gestión');
    const own = `/team/${manager.userId}`;
    expect(told(await asks(manager, `PUT ${own}/role`, { role: other.role }))).toEqual(FORBIDDEN);
    expect(
      told(
        await asks(manager, `PUT ${own.toUpperCase().replace('/TEAM', '/team')}/role`, { role: other.role }),
      ),
    ).toEqual(FORBIDDEN);
    expect(
      told(await asks(manager, `PUT /team/roles/${manager.role}`, { add: ['write.invoices.create'] })),
    ).toEqual(FORBIDDEN);
    for (const request of [`POST ${own}/ownership`, `DELETE ${own}/ownership`])
      expect([
        request,
        ...told(await asks(manager, request, request.startsWith('POST') ? { share: true } : undefined)),
      ]).toEqual([request, ...FORBIDDEN]);
  });
});

describe('two accomplices', () => {
  it('who edit each other’s roles give each other everyday work, and what they have themselves', async () => {
    const one = await hireWithRole({ template: 'org-team-manager' }, 'Gestión A');
    const two = await hireWithRole({ template: 'org-team-manager' }, 'Gestión B');
    const had = await mayDo(one);
    const rest = OPERATIONS.filter((operation) => !had.includes(operation));
    const allowed = [];
    for (const operation of rest.filter((name) => isAdministrative(name) || name.includes('tools')))
      for (const [by, of] of [
        [one, two],
        [two, one],
      ] as const)
        if ((await asks(by, `PUT /team/roles/${of.role}`, { add: [operation] })).status === 200)
          allowed.push(operation);
    const tools = ['read.tools.check', 'read.tools.validate_tax_id'];
    expect(allowed).toEqual(tools.flatMap((name) => [name, name]));
  });

  it('who lack one operation each, which the other has, are no administrators for all that', async () => {
    const one = await hireWithRole(almostAll('read.tools.check'), 'Casi A');
    const two = await hireWithRole(almostAll('read.catalogs.units'), 'Casi B');
    const everything = { template_code: 'org-admin', add: [], remove: [] };
    expect(told(await asks(one, `PUT /team/roles/${two.role}`, everything))).toEqual(NEEDS_ADMIN);
    expect(told(await asks(two, `PUT /team/roles/${one.role}`, everything))).toEqual(NEEDS_ADMIN);
    expect(told(await asks(one, `PUT /team/${two.userId}/role`, { role: adminRole }))).toEqual(NEEDS_ADMIN);
    // Swapping what they lack gives neither what is missing to all.
    const swapped = await asks(one, 'POST /team/roles', {
      name: 'Casi C',
      template_code: 'org-admin',
      remove: ['write.team.set_role'],
    });
    expect(swapped.status).toBe(200);
    await asks(one, `PUT /team/${two.userId}/role`, { role: swapped.body.id });
    for (const person of [one, two]) expect((await mayDo(person)).length).toBeLessThan(OPERATIONS.length);
  });
});

describe('a developer', () => {
  it('reads and makes keys, and no key of an organization reaches its people', async () => {
    const developer = await hire({ template: 'org-developer' });
    const live = (await asks(developer, 'PUT /apikeys/live')).body as string;
    const test = (await asks(developer, 'GET /apikeys/test')).body as string;
    for (const key of [live, test])
      for (const [request, body] of [
        ['GET /team', undefined],
        ['POST /team/invites', { email: 'amigo@example.com' }],
        ['POST /team/roles', { name: 'A', template_code: 'org-admin' }],
        [`PUT /team/${developer.userId}/role`, { role: adminRole }],
        [`DELETE /team/${owner.userId}`, undefined],
        [`POST /team/${developer.userId}/ownership`, { share: true }],
        ['PUT /apikeys/live', undefined],
        ['GET /audit-log', undefined],
        ['DELETE ', undefined],
        ['POST /restore', undefined],
      ] as const)
        expect([request, ...told(await asks({ key }, request, body))]).toEqual([
          request,
          403,
          'api_key_not_allowed',
        ]);
  });

  it('does nothing with people, settings or the organization by their own key', async () => {
    const developer = await hire({ template: 'org-developer' });
    for (const [request, body] of [
      ['GET /team', undefined],
      ['GET /team/invites', undefined],
      ['GET /team/roles/operations', undefined],
      ['POST /team/invites', { email: 'amigo@example.com' }],
      ['POST /team/roles', { name: 'A' }],
      [`PUT /team/${developer.userId}/role`, { role: adminRole }],
      ['POST /onboarding-link', undefined],
      ['PUT /legal', {}],
      ['DELETE /certificate', undefined],
      ['DELETE ', undefined],
      ['POST /restore', undefined],
    ] as const)
      expect([request, ...told(await asks(developer, request, body))]).toEqual([request, ...FORBIDDEN]);
  });

  it('widens no narrowed key by renewing it, and makes none that lives longer by that', async () => {
    const developer = await hire({ template: 'org-developer' });
    const narrow = { operations: ['read.customers.list'], allowed_ips: ['203.0.113.0/24'] };
    await asks(developer, 'PUT /apikeys/live', narrow);
    const [{ id: old }] = (await asks(developer, 'GET /apikeys/live')).body;
    await asks(developer, 'PUT /apikeys/live', { replaces: old, old_key_ends_in_hours: 0 });
    expect((await asks(developer, 'GET /apikeys/live')).body).toMatchObject([narrow]);
  });
});

describe('with a narrowed key', () => {
  it('nothing but its operations is reached, under no name of them', async () => {
    const { body: key } = await asks(owner, 'PUT /apikeys/live', { operations: ['read.customers.list'] });
    const call = (request: string, body?: unknown, headers = {}) =>
      api.call(key as string, request, body, headers);
    expect((await call('GET /customers')).status).toBe(200);
    for (const [request, body] of [
      ['POST /customers', {}],
      ['POST /customers?_method=GET', {}],
      ['GET /products', undefined],
      ['GET /organizations/me', undefined],
      [`GET /organizations/${id}`, undefined],
      [`PUT /organizations/${id}/legal`, {}],
      [`POST /organizations/${id}/onboarding-link`, undefined],
    ] as const)
      expect([request, ...told(await call(request, body, { 'x-organization-id': id }))]).toEqual([
        request,
        ...FORBIDDEN,
      ]);
  });

  it('no address that a client writes itself counts', async () => {
    const { body: key } = await asks(owner, 'PUT /apikeys/live', { allowed_ips: ['203.0.113.7'] });
    for (const name of [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'client-ip',
      'cf-connecting-ip',
      'x-client-ip',
    ])
      expect([
        name,
        ...told(
          await api.call(key as string, 'GET /customers', undefined, {
            [name]: name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7',
          }),
        ),
      ]).toEqual([name, ...FORBIDDEN]);
  });
});

describe('who was an administrator', () => {
  it('keeps nothing open behind them: neither invitations, nor roles, nor a friend’s', async () => {
    const boss = await hire({ template: 'org-admin' });
    const [first, second]: Addressed[] = [await addUser(api), await addUser(api)];
    const sent = [];
    for (const one of [first, second])
      sent.push((await asks(boss, 'POST /team/invites', { email: one?.email })).body.id as string);
    // They are made a reader; then they are removed.
    const reading = await addRole(api.runtime, id, { template: 'org-readonly' }, 'Lectura');
    await asks(owner, `PUT /team/${boss.userId}/role`, { role: reading });
    expect(told(await respond(api, first?.key ?? '', sent[0] ?? '', true))).toEqual([
      409,
      'invite_role_unavailable',
    ]);
    await asks(owner, `DELETE /team/${boss.userId}`);
    expect(told(await respond(api, second?.key ?? '', sent[1] ?? '', true))).toEqual([
      409,
      'invite_role_unavailable',
    ]);
    expect((await asks(owner, 'GET /team')).body).toHaveLength(1);
  });
});
