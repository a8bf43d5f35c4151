import { newId } from '#kernel';
import { addMember, addRole, type Grant } from '../../support/people.js';
import type { TestApp } from '../../support/app.js';
import { reached, type Reached } from './row.js';

/** Codes of who may do what in an organization, and of the people and roles that it has. */

const MANAGER: Grant = { template: 'org-team-manager' };

/** A request below the team of the demo organization, by its owner or a member of some kind. */
const below = (app: TestApp, request: string, body?: unknown, key: string = app.demo.user_key) => {
  const [method, path = ''] = request.split(' ');
  const whole = `${method} /organizations/${app.demo.organization_id}/team${path}`;
  return { request: whole, body, options: { key } };
};
const team = (app: TestApp) =>
  app.get(`/organizations/${app.demo.organization_id}/team`, { key: app.demo.user_key });
const ownerOf = async (app: TestApp): Promise<string> => (await team(app))[0].id;
const adminRoleOf = async (app: TestApp): Promise<string> =>
  (await app.get(`/organizations/${app.demo.organization_id}/team/roles`, { key: app.demo.user_key }))[0].id;
const member = (app: TestApp, grant?: Grant) => addMember(app.runtime, app.demo.organization_id, grant);

export const peopleCodes: readonly Reached[] = [
  reached('user_access_not_found', 404, ({ app }) => below(app, `DELETE /${newId()}`), 'access_id'),
  reached('role_not_found', 404, ({ app }) => below(app, `GET /roles/${newId()}`), 'role_id'),
  reached(
    'role_has_assigned_users',
    409,
    async ({ app }) => {
      const role = await addRole(app.runtime, app.demo.organization_id, { template: 'org-billing' });
      await member(app, { role });
      return below(app, `DELETE /roles/${role}`);
    },
    'role_id',
  ),
  reached(
    'owner_access_cannot_be_reassigned',
    403,
    async ({ app }) => below(app, `PUT /${await ownerOf(app)}/role`, { role: newId() }),
    'access_id',
  ),
  reached(
    'owner_access_cannot_be_removed',
    403,
    async ({ app }) => below(app, `DELETE /${await ownerOf(app)}/ownership`),
    'access_id',
  ),
  reached(
    'organization_admin_role_cannot_be_edited',
    403,
    async ({ app }) => below(app, `PUT /roles/${await adminRoleOf(app)}`, { name: 'Otro' }),
    'role_id',
  ),
  reached(
    'organization_admin_role_cannot_be_deleted',
    403,
    async ({ app }) => below(app, `DELETE /roles/${await adminRoleOf(app)}`),
    'role_id',
  ),
  reached('organization_admin_role_required', 403, async ({ app }) => {
    const { key } = await member(app, MANAGER);
    return below(app, 'POST /roles', { name: 'Todo', template_code: 'org-admin' }, key);
  }),
  reached(
    'organization_admin_access_cannot_be_removed',
    403,
    async ({ app }) => {
      const [{ userId }, { key }] = [await member(app), await member(app, MANAGER)];
      return below(app, `DELETE /${userId}`, undefined, key);
    },
    'access_id',
  ),
  reached(
    'organization_admin_assignment_cannot_be_edited',
    403,
    async ({ app }) => {
      const [{ userId }, { key }] = [await member(app), await member(app, MANAGER)];
      return below(app, `PUT /${userId}/role`, { role: newId() }, key);
    },
    'access_id',
  ),
  reached('organization_id_required', 400, ({ app }) => ({
    ...{ request: 'GET /customers', options: { key: app.demo.user_key } },
  })),
  reached('organization_id_not_allowed', 400, ({ app }) => ({
    request: 'GET /customers',
    options: { key: app.demo.user_key, headers: { 'x-organization-id': newId() } },
  })),
];

/** A code that only bodies are answered with, so that its status is theirs. */
export const peopleCodesOfBodies: readonly Reached[] = [
  reached(
    'role_template_not_found',
    400,
    ({ app }) => below(app, 'POST /roles', { name: 'A', template_code: 'org-owner' }),
    'template_code',
  ),
];
