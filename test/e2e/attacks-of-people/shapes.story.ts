import { addMember, addPerson, type Person } from '../../support/people.js';
import { startSmallApi, type SmallApi } from '../../support/small-api.js';
import { afterAll, beforeAll, expect, it } from '../../support/story.js';
import { mailed } from '../organizations/invitations.js';

/** The fields that clients know of people, roles and invitations, and their types: no more is relied upon, and no less. */

let api: SmallApi;
let owner: Person;
let id: string;
beforeAll(async () => {
  api = await startSmallApi();
  owner = await addPerson(api.runtime);
  id = (await api.newOrganization(owner.key, 'Formas')).id;
  mailed(api);
});
afterAll(() => api.close());

const text = expect.any(String);
const texts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === 'string');
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const team = async (request: string, body?: unknown) => {
  const [method, path = ''] = request.split(' ');
  const answer = await api.call(owner.key, `${method} /organizations/${id}/team${path}`, body);
  expect([request, answer.status]).toEqual([request, 200]);
  return answer.body;
};

it('an access: an owner has no role, a member has its id and name', async () => {
  const { userId } = await addMember(api.runtime, id, { template: 'org-billing' });
  const fields = {
    id: ID,
    full_name: text,
    email: expect.stringContaining('@'),
    organization: id,
    operations: expect.any(Array),
    created_at: instant,
    updated_at: instant,
  };
  const list = await team('GET ');
  expect(list).toEqual([
    { ...fields, role: null, role_name: 'Propietario' },
    { ...fields, role: ID, role_name: text },
  ]);
  expect(list.every(({ operations }: { operations: unknown }) => texts(operations))).toBe(true);
  expect(await team(`GET /${userId}`)).toEqual(list[1]);
});

it('a role, a template and the operations', async () => {
  const fields = {
    ...{ id: ID, name: text, scope: 'organization', organization: id, used_by: expect.any(Number) },
    ...{
      overrides_add: expect.any(Array),
      overrides_remove: expect.any(Array),
      operations: expect.any(Array),
    },
    ...{ created_at: instant, updated_at: instant },
  };
  const made = await team('POST /roles', {
    name: 'A',
    template_code: null,
    add: ['read.customers.list'],
    remove: [],
  });
  expect(made).toEqual({ ...fields, template_code: null, created_by: { id: owner.userId, full_name: text } });
  const [builtIn] = await team('GET /roles');
  expect(builtIn).toEqual({ ...fields, template_code: 'org-admin', created_by: null });
  expect(await team(`GET /roles/${made.id}`)).toEqual(made);
  const templates = await team('GET /roles/templates');
  expect(templates.map(({ code }: { code: string }) => code)).toEqual([
    'org-admin',
    'org-readonly',
    'org-billing',
    'org-developer',
    'org-team-manager',
  ]);
  for (const template of templates)
    expect(template).toEqual({
      code: text,
      label: text,
      name: text,
      description: text,
      operations: expect.any(Array),
    });
  const operations = await team('GET /roles/operations');
  expect(texts(operations)).toBe(true);
  expect(operations).toEqual([...new Set(operations as string[])].toSorted());
  for (const operation of operations) expect(operation).toMatch(/^(read|write)\.[a-z_]+\.[a-z_]+$/);
  expect(await team(`DELETE /roles/${made.id}`)).toEqual({ ok: true });
});

it('an invitation: the same for who sent it and who got it', async () => {
  const eva = await addPerson(api.runtime);
  const { email } = (await api.call(eva.key, 'GET /users/me')).body;
  const sent = await team('POST /invites', { email });
  expect(sent).toEqual({
    ...{
      id: ID,
      created_at: instant,
      email,
      organization_name: 'Formas',
      role: ID,
      role_name: 'Administrador',
    },
    ...{ roles: [sent.role], expires_at: instant },
  });
  expect(await team('GET /invites')).toEqual([sent]);
  expect((await api.call(eva.key, 'GET /organizations/invites/pending')).body).toEqual([sent]);
  const answered = await api.call(eva.key, `POST /organizations/invites/${sent.id}/response`, {
    accept: true,
  });
  expect([answered.status, answered.body]).toEqual([200, { ok: true }]);
  expect(await team(`DELETE /${eva.userId}`)).toEqual({ ok: true });
  const other = await team('POST /invites', { email: 'otra@example.com' });
  expect(await team(`DELETE /invites/${other.id}`)).toEqual({ ok: true });
});
