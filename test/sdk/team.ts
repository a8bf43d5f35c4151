import { expect } from '@jest/globals';
import type { Json } from '../support/app.js';
import { as, isOk, type Step } from './step.js';

const TEAM = '/v2/organizations/{organization_id}/team';

type OfOwner = (client: Json, id: string, made: Json) => Promise<unknown>;
/** A step of the organization's owner, on the one that stays. */
const step = (method: string, operation: string, call: OfOwner, check: NonNullable<Step['check']>): Step => ({
  ...{ method: `organizations.${method}`, operation, by: 'user', check },
  call: ({ organizations }, made) => call(organizations, made['own'].id as string, made),
});
const remember = (name: string, made: Step): Step => ({ ...made, call: as(name, made.call) });

/** The methods of an organization's people and roles; `made.member` is one of them. */
export const team: readonly Step[] = [
  step(
    'listTeamAccess',
    `GET ${TEAM}`,
    (of, id) => of.listTeamAccess(id),
    (answer, { member }) =>
      expect(answer.map(({ id, role }: Json) => [id, role === null])).toEqual([
        [expect.any(String), true],
        [member.userId, false],
      ]),
  ),
  step(
    'listTeamRoles',
    `GET ${TEAM}/roles`,
    (of, id) => of.listTeamRoles(id),
    (answer) => expect(answer).toMatchObject([{ name: 'Administrador', template_code: 'org-admin' }]),
  ),
  step(
    'listTeamRoleTemplates',
    `GET ${TEAM}/roles/templates`,
    (of, id) => of.listTeamRoleTemplates(id),
    (answer) => expect(answer.map(({ code }: Json) => code)).toContain('org-billing'),
  ),
  step(
    'listTeamRoleOperations',
    `GET ${TEAM}/roles/operations`,
    (of, id) => of.listTeamRoleOperations(id),
    (answer) => expect(answer).toContain('read.customers.list'),
  ),
  remember(
    'role',
    step(
      'createTeamRole',
      `POST ${TEAM}/roles`,
      (of, id) => of.createTeamRole(id, { name: 'Caja', template_code: 'org-billing' }),
      (answer) => expect(answer).toMatchObject({ name: 'Caja', used_by: 0, scope: 'organization' }),
    ),
  ),
  step(
    'retrieveTeamRole',
    `GET ${TEAM}/roles/{role_id}`,
    (of, id, { role }) => of.retrieveTeamRole(id, role.id),
    (answer, { role }) => expect(answer).toEqual(role),
  ),
  step(
    'updateTeamRole',
    `PUT ${TEAM}/roles/{role_id}`,
    (of, id, { role }) => of.updateTeamRole(id, role.id, { remove: ['write.invoices.cancel'] }),
    (answer) => {
      expect(answer).toMatchObject({ name: 'Caja', overrides_remove: ['write.invoices.cancel'] });
      expect(answer.operations).not.toContain('write.invoices.cancel');
    },
  ),
  step(
    'updateTeamAccessRole',
    `PUT ${TEAM}/{access_id}/role`,
    (of, id, { member, role }) => of.updateTeamAccessRole(id, member.userId, role.id),
    (answer, { role }) => expect(answer).toMatchObject({ role: role.id, role_name: 'Caja' }),
  ),
  step(
    'retrieveTeamAccess',
    `GET ${TEAM}/{access_id}`,
    (of, id, { member }) => of.retrieveTeamAccess(id, member.userId),
    (answer) => expect(answer.role_name).toBe('Caja'),
  ),
  step(
    'removeTeamAccess',
    `DELETE ${TEAM}/{access_id}`,
    (of, id, { member }) => of.removeTeamAccess(id, member.userId),
    isOk,
  ),
  step(
    'deleteTeamRole',
    `DELETE ${TEAM}/roles/{role_id}`,
    (of, id, { role }) => of.deleteTeamRole(id, role.id),
    isOk,
  ),
];
