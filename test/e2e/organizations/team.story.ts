import { OPERATIONS, ROLE_TEMPLATE_CODES } from '#contracts';
import {
  addMember,
  addPerson,
  addRole,
  shareOwnership,
  suspendUser,
  type Person,
} from '../../support/people.js';
import { startSmallApi, type Answer, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startSmallApi();
  [owner, stranger] = [await addPerson(api.runtime), await addPerson(api.runtime)];
});
afterAll(() => api.close());

const english = { 'accept-language': 'en' };
const told = ({ status, body }: Answer) => [
  status,
  body.code,
  ...(body.path === undefined ? [] : [body.path]),
];

/** An organization of the owner’s, and requests below its team. */
async function newTeam() {
  const { id, testKey } = await api.newOrganization(owner.key, 'Con equipo');
  const by =
    ({ key }: Person) =>
    (request: string, body?: unknown, headers = {}): Promise<Answer> => {
      const [method, path = ''] = request.split(' ');
      return api.call(key, `${method} /organizations/${id}/team${path}`, body, headers);
    };
  const member = (template: (typeof ROLE_TEMPLATE_CODES)[number]) => addMember(api.runtime, id, { template });
  return { id, testKey, by, member };
}

describe('the team of an organization', () => {
  it('is its owner at first', async () => {
    const { id, by } = await newTeam();
    const { status, body } = await by(owner)('GET ');
    const own = {
      ...{ id: owner.userId, full_name: 'Ana Pérez', email: `${owner.userId}@example.com` },
      ...{ role: null, role_name: 'Propietario', organization: id, operations: [...OPERATIONS] },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    };
    expect([status, body]).toEqual([200, [own]]);
    expect((await by(owner)(`GET /${owner.userId.toUpperCase()}`)).body).toEqual(own);
    expect((await by(owner)(`GET /${owner.userId}`, undefined, english)).body.role_name).toBe('Owner');
  });

  it('is listed, changed and left by the SDK', async () => {
    const { id, member } = await newTeam();
    const { organizations } = api.sdk(owner.key);
    const [admin, reader] = [await member('org-admin'), await member('org-readonly')];
    const access = await organizations.listTeamAccess(id);
    expect(access.map(({ id: who, role_name }) => [who, role_name])).toEqual([
      [owner.userId, 'Propietario'],
      [admin.userId, 'Administrador'],
      [reader.userId, 'Papel'],
    ]);
    const role = await organizations.createTeamRole(id, { name: 'Cobranza', template_code: 'org-billing' });
    const changed = await organizations.updateTeamAccessRole(id, reader.userId, role.id);
    expect(changed).toMatchObject({ id: reader.userId, role: role.id, role_name: 'Cobranza' });
    expect(changed.operations).toEqual(role.operations);
    expect(await organizations.retrieveTeamAccess(id, reader.userId)).toEqual(changed);
    expect(await organizations.removeTeamAccess(id, reader.userId)).toEqual({ ok: true });
    expect(await organizations.listTeamAccess(id)).toHaveLength(2);
    await expect(organizations.retrieveTeamAccess(id, reader.userId)).rejects.toMatchObject({
      ...{ status: 404, code: 'user_access_not_found', path: 'access_id' },
    });
    expect((await api.call(reader.key, `GET /organizations/${id}`)).status).toBe(404);
  });

  it('is nothing to strangers, and to keys of organizations', async () => {
    const { id, testKey, by, member } = await newTeam();
    const { userId } = await member('org-readonly');
    const role = await addRole(api.runtime, id, { template: 'org-billing' }, 'Caja');
    const requests: [string, unknown?][] = [
      ...[['GET '], ['GET /roles'], ['GET /roles/templates'], ['GET /roles/operations']],
      ...[[`GET /roles/${role}`], [`PUT /roles/${role}`, { name: 'x' }], [`DELETE /roles/${role}`]],
      ['POST /roles', { name: 'x' }],
      ...[[`GET /${userId}`], [`PUT /${userId}/role`, { role }], [`DELETE /${userId}`]],
      ...[[`POST /${userId}/ownership`], [`DELETE /${userId}/ownership`]],
    ] as [string, unknown?][];
    for (const [request, body] of requests) {
      const seen = [request, ...told(await by(stranger)(request, body)).slice(0, 2)];
      expect(seen).toEqual([request, 404, 'organization_not_found']);
      const none = { key: 'sk_user_nobody', userId: '' };
      expect(told(await by(none)(request, body))).toEqual([401, 'user_key_invalid']);
      const own = { key: testKey, userId: '' };
      expect(told(await by(own)(request, body))).toEqual([403, 'api_key_not_allowed']);
    }
    const { body } = await by(owner)('GET ');
    expect(body).toHaveLength(2);
    expect((await by(owner)(`GET /roles/${role}`)).body.name).toBe('Caja');
  });

  it('of another organization can’t be reached through one’s own', async () => {
    const [ours, theirs] = [await newTeam(), await newTeam()];
    const them = await theirs.member('org-readonly');
    const role = await addRole(api.runtime, theirs.id, { template: 'org-billing' }, 'Caja');
    const us = ours.by(owner);
    expect(told(await us(`GET /${them.userId}`))).toEqual([404, 'user_access_not_found', 'access_id']);
    expect(told(await us(`DELETE /${them.userId}`))).toEqual([404, 'user_access_not_found', 'access_id']);
    expect(told(await us(`GET /roles/${role}`))).toEqual([404, 'role_not_found', 'role_id']);
    expect(told(await us(`DELETE /roles/${role}`))).toEqual([404, 'role_not_found', 'role_id']);
    const { userId } = await ours.member('org-readonly');
    expect(told(await us(`PUT /${userId}/role`, { role }))).toEqual([400, 'role_not_found', 'role']);
  });
});

describe('roles', () => {
  it('are the administrator’s at first, which nobody changes', async () => {
    const { id, by } = await newTeam();
    const call = by(owner);
    const { body } = await call('GET /roles');
    expect(body).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Administrador', template_code: 'org-admin' },
        ...{ scope: 'organization', organization: id, used_by: 0, overrides_add: [], overrides_remove: [] },
        operations: [...OPERATIONS],
        ...{ created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
        created_by: null,
      },
    ]);
    const [{ id: admin }] = body;
    expect((await call(`GET /roles/${admin}`, undefined, english)).body.name).toBe('Administrator');
    const edited = await call(`PUT /roles/${admin}`, { name: 'Otro' });
    expect(told(edited)).toEqual([403, 'organization_admin_role_cannot_be_edited', 'role_id']);
    const deleted = await call(`DELETE /roles/${admin}`);
    expect(told(deleted)).toEqual([403, 'organization_admin_role_cannot_be_deleted', 'role_id']);
  });

  it('start from templates, in the language of the request', async () => {
    const { by } = await newTeam();
    const { body } = await by(owner)('GET /roles/templates');
    expect(body.map(({ code }: { code: string }) => code)).toEqual([...ROLE_TEMPLATE_CODES]);
    expect(body[1]).toMatchObject({ label: 'Solo lectura', name: 'Solo lectura' });
    const { body: inEnglish } = await by(owner)('GET /roles/templates', undefined, english);
    expect(inEnglish[1]).toMatchObject({ label: 'Read only', name: 'Read only' });
    expect((await by(owner)('GET /roles/operations')).body).toEqual([...OPERATIONS]);
  });

  it('are made, changed and deleted by the SDK', async () => {
    const { id } = await newTeam();
    const { organizations } = api.sdk(owner.key);
    const made = await organizations.createTeamRole(id, {
      ...{ name: ' Cobranza ', template_code: 'org-billing' },
      ...{ add: ['read.audit_log.list'], remove: ['write.invoices.cancel'] },
    });
    expect(made).toMatchObject({
      ...{ name: 'Cobranza', template_code: 'org-billing', used_by: 0 },
      ...{ overrides_add: ['read.audit_log.list'], overrides_remove: ['write.invoices.cancel'] },
      created_by: { id: owner.userId, full_name: 'Ana Pérez' },
    });
    expect(made.operations).toContain('read.audit_log.list');
    expect(made.operations).not.toContain('write.invoices.cancel');
    const { userId } = await addMember(api.runtime, id, { role: made.id });
    // What is not sent stays; what the others have of it changes at once.
    const edited = await organizations.updateTeamRole(id, made.id, { remove: [] });
    expect(edited).toMatchObject({ name: 'Cobranza', overrides_add: ['read.audit_log.list'], used_by: 1 });
    const { operations } = await organizations.retrieveTeamAccess(id, userId);
    expect(operations).toContain('write.invoices.cancel');
    await expect(organizations.deleteTeamRole(id, made.id)).rejects.toMatchObject({
      ...{ status: 409, code: 'role_has_assigned_users' },
    });
    await organizations.removeTeamAccess(id, userId);
    expect(await organizations.deleteTeamRole(id, made.id)).toEqual({ ok: true });
    expect(await organizations.listTeamRoles(id)).toHaveLength(1);
  });

  it.each<[object, (string | number)[], string[]]>([
    [{}, [400, 'invalid_request', 'name'], ['name required']],
    [{ name: ' ' }, [400, 'invalid_request', 'name'], ['name required']],
    [{ name: 'x'.repeat(101) }, [400, 'invalid_request', 'name'], ['name invalid_length']],
    [{ name: 'A', add: 'x' }, [400, 'invalid_request', 'add'], ['add invalid_type']],
    [{ name: 'A', add: ['read.custmers.list'] }, [400, 'invalid_request', 'add.0'], ['add.0 invalid_value']],
    [
      { name: 'A', remove: ['read.team.list'], add: ['read.team.list'] },
      [400, 'invalid_request', 'remove.0'],
      ['remove.0 not_allowed'],
    ],
    [{ name: 'A', operations: ['x'] }, [400, 'invalid_request', 'operations'], ['operations not_allowed']],
    [
      { name: 'A', template_code: 'billing' },
      [400, 'role_template_not_found', 'template_code'],
      ['template_code invalid_value'],
    ],
    [{ name: 'ADMINISTRADOR' }, [409, 'conflict', 'name'], ['name not_allowed']],
  ])('are refused with %j, in both languages', async (body, expected, details) => {
    const { by } = await newTeam();
    const refused = await by(owner)('POST /roles', body);
    expect(told(refused)).toEqual(expected);
    const problems = refused.body.errors.map(({ path, code }: Record<string, string>) => `${path} ${code}`);
    expect(problems).toEqual(details);
    const other = await by(owner)('POST /roles', body, english);
    expect(other.body.errors[0].message).not.toBe(refused.body.errors[0].message);
    expect((await by(owner)('GET /roles')).body).toHaveLength(1);
  });

  it('have names of their own, and tell the operation that was meant', async () => {
    const { by } = await newTeam();
    const call = by(owner);
    await call('POST /roles', { name: 'Caja' });
    expect(told(await call('POST /roles', { name: 'CAJA' }))).toEqual([409, 'conflict', 'name']);
    const { body } = await call('POST /roles', { name: 'A', add: ['read.customer.list'] });
    expect(body.errors[0].message).toContain('¿quiso decir "read.customers.list"?');
  });
});

describe('who may give what', () => {
  it('is judged by what they may themselves', async () => {
    const { id, by, member } = await newTeam();
    const [manager, reader, admin] = [
      ...[await member('org-team-manager'), await member('org-readonly'), await member('org-admin')],
    ] as [Person, Person, Person];
    const call = by(manager);
    const [{ id: adminRole }, ...roles] = (await call('GET /roles')).body;
    const own = roles[0].id;
    const required = [403, 'organization_admin_role_required'];
    const refusals: [string, unknown, unknown[]][] = [
      [`PUT /${reader.userId}/role`, { role: adminRole }, required],
      ['POST /roles', { name: 'Todo', template_code: 'org-admin' }, required],
      ['POST /roles', { name: 'Llaves', add: ['write.api_keys.live_add'] }, required],
      [`PUT /roles/${roles[1].id}`, { add: ['write.api_keys.live_add'] }, required],
      [`PUT /roles/${roles[1].id}`, { template_code: 'org-admin', add: [], remove: [] }, required],
      [`PUT /${manager.userId}/role`, { role: roles[1].id }, [403, 'forbidden', 'access_id']],
      [`DELETE /${manager.userId}`, undefined, [403, 'forbidden', 'access_id']],
      [`PUT /roles/${own}`, { name: 'Mío' }, [403, 'forbidden', 'role_id']],
      [
        `PUT /${admin.userId}/role`,
        { role: own },
        [403, 'organization_admin_assignment_cannot_be_edited', 'access_id'],
      ],
      [
        `DELETE /${admin.userId}`,
        undefined,
        [403, 'organization_admin_access_cannot_be_removed', 'access_id'],
      ],
      [`PUT /${owner.userId}/role`, { role: own }, [403, 'owner_access_cannot_be_reassigned', 'access_id']],
      [`DELETE /${owner.userId}`, undefined, [403, 'owner_access_cannot_be_removed', 'access_id']],
      [`POST /${reader.userId}/ownership`, { share: true }, [403, 'forbidden']],
      [`POST /${manager.userId}/ownership`, { share: true }, [403, 'forbidden']],
    ];
    const before = (await by(owner)('GET ')).body;
    for (const [request, body, expected] of refusals) {
      const answer = await call(request, body);
      expect([request, ...told(answer).slice(0, expected.length)]).toEqual([request, ...expected]);
    }
    expect((await by(owner)('GET ')).body).toEqual(before);
    const why = await by(admin)(`DELETE /${admin.userId}`);
    expect(why.body.errors[0].message).toMatch(/^Este es su propio acceso/);
    expect((await call(`PUT /${reader.userId}/role`, { role: own })).status).toBe(200);
    const made = await call('POST /roles', { name: 'Caja', template_code: 'org-billing' });
    expect([made.status, made.body.created_by.id]).toEqual([200, manager.userId]);
    expect((await by(admin)(`PUT /${reader.userId}/role`, { role: adminRole })).status).toBe(200);
    expect(told(await by(owner)(`PUT /${reader.userId}/role`, { role: 'mine' }))).toEqual([
      ...[400, 'invalid_request', 'role'],
    ]);
    expect((await api.call(owner.key, `GET /organizations/${id}`)).status).toBe(200);
  });
});

describe('ownership', () => {
  it('is handed over, and the one who did it is an administrator', async () => {
    const { id, by, member } = await newTeam();
    const heir = await member('org-billing');
    const handed = await by(owner)(`POST /${heir.userId}/ownership`);
    expect(handed).toMatchObject({ status: 200, body: { id: heir.userId, role: null } });
    const { body } = await by(owner)('GET ', undefined, english);
    expect(body).toMatchObject([
      { id: heir.userId, role_name: 'Owner' },
      { id: owner.userId, role_name: 'Administrator', operations: [...OPERATIONS] },
    ]);
    expect(told(await api.call(owner.key, `DELETE /organizations/${id}`))).toEqual([403, 'forbidden']);
    expect(told(await by(owner)(`POST /${owner.userId}/ownership`))).toEqual([403, 'forbidden', 'access_id']);
    expect((await by(heir)(`DELETE /${owner.userId}`)).status).toBe(200);
    expect((await api.call(heir.key, `DELETE /organizations/${id}`)).status).toBe(200);
    expect((await api.call(heir.key, `POST /organizations/${id}/restore`)).status).toBe(200);
  });

  it('is shared, and given up while somebody else has it', async () => {
    const { by, member } = await newTeam();
    const [second, admin] = [await member('org-billing'), await member('org-admin')];
    const call = by(owner);
    const last = [403, 'owner_access_cannot_be_removed', 'access_id'];
    expect(told(await call(`DELETE /${owner.userId}/ownership`))).toEqual(last);
    expect((await call(`POST /${second.userId}/ownership`, { share: true })).status).toBe(200);
    expect((await call('GET ')).body).toMatchObject([{ role: null }, { role: null }, { id: admin.userId }]);
    expect(told(await call(`DELETE /${second.userId}/ownership`))).toEqual([403, 'forbidden', 'access_id']);
    expect(told(await by(admin)(`DELETE /${owner.userId}/ownership`))).toEqual([
      ...[403, 'forbidden', 'access_id'],
    ]);
    const given = await call(`DELETE /${owner.userId}/ownership`);
    expect(given).toMatchObject({ status: 200, body: { id: owner.userId, role_name: 'Administrador' } });
    expect(told(await by(second)(`DELETE /${second.userId}/ownership`))).toEqual(last);
    expect((await by(second)(`POST /${owner.userId}/ownership`, { share: true })).status).toBe(200);
  });

  it('is neither given to a suspended user, nor left to one', async () => {
    const { id, by, member } = await newTeam();
    const [second, other] = [await member('org-billing'), await member('org-billing')];
    await suspendUser(api.runtime, other.userId);
    const refused = await by(owner)(`POST /${other.userId}/ownership`);
    expect(told(refused)).toEqual([409, 'conflict', 'access_id']);
    await shareOwnership(api.runtime, id, second.userId);
    await suspendUser(api.runtime, second.userId);
    expect(told(await by(owner)(`DELETE /${owner.userId}/ownership`))).toEqual([
      ...[403, 'owner_access_cannot_be_removed', 'access_id'],
    ]);
  });

  it.each([[{ share: 'yes' }], [{ compartir: true }], [[true]]])('is refused with %j', async (body) => {
    const { by, member } = await newTeam();
    const { userId } = await member('org-billing');
    expect((await by(owner)(`POST /${userId}/ownership`, body)).status).toBe(400);
    expect((await by(owner)('GET ')).body[0].id).toBe(owner.userId);
  });
});
