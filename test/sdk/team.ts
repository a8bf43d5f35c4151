import { expect } from '@jest/globals';
import type { Json } from '../support/app.js';
import { as, isOk, type Step } from './step.js';

const TEAM = '/v2/organizations/{organization_id}/team';
const ROLES = `${TEAM}/roles`;
const INVITES = `${TEAM}/invites`;

const TEMPLATES = ['org-admin', 'org-billing', 'org-developer', 'org-readonly', 'org-team-manager'];
const isId = expect.stringMatching(/^[0-9a-f]{24}$/);
const isInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

type OfUser = Omit<Step, 'by'>;
/** Steps of the organization's owner. */
const byOwner = (steps: readonly OfUser[]): Step[] => steps.map((step) => ({ ...step, by: 'user' }));
/** Steps of a colleague, who has a User key and no organization at first. */
const byColleague = (steps: readonly OfUser[]): Step[] => steps.map((step) => ({ ...step, by: 'colleague' }));

const isRole = (role: Json) =>
  expect(role).toMatchObject({
    ...{ id: isId, name: expect.any(String), scope: expect.any(String), used_by: expect.any(Number) },
    ...{ operations: expect.any(Array), overrides_add: expect.any(Array) },
    ...{ overrides_remove: expect.any(Array), created_at: isInstant, updated_at: isInstant },
  });

const roles = byOwner([
  {
    method: 'organizations.listTeamRoleOperations',
    operation: `GET ${ROLES}/operations`,
    call: as('operations', ({ organizations }, { organization: { id } }) =>
      organizations.listTeamRoleOperations(id),
    ),
    check: (answer) => {
      expect(answer).toEqual(expect.arrayContaining(['read.customers.list', 'read.customers.detail']));
      expect(new Set(answer).size).toBe(answer.length);
      for (const operation of answer) expect(operation).toMatch(/^(read|write)\.[a-z0-9_]+\.[a-z0-9_]+$/);
    },
  },
  {
    method: 'organizations.listTeamRoleTemplates',
    operation: `GET ${ROLES}/templates`,
    call: as('templates', ({ organizations }, { organization: { id } }) =>
      organizations.listTeamRoleTemplates(id),
    ),
    check: (answer, { operations }) => {
      expect(answer.map(({ code }: Json) => code).toSorted()).toEqual(TEMPLATES);
      for (const { label, name, description, operations: own } of answer) {
        // The document calls it a label, the SDK a name with a description.
        for (const text of [label, name, description]) expect(text).toEqual(expect.stringMatching(/\S/));
        expect(operations).toEqual(expect.arrayContaining(own));
      }
      const all = answer.find(({ code }: Json) => code === 'org-admin').operations;
      expect(all.toSorted()).toEqual(operations.toSorted());
    },
  },
  {
    method: 'organizations.createTeamRole',
    operation: `POST ${ROLES}`,
    call: as('role', ({ organizations }, { organization: { id } }) =>
      organizations.createTeamRole(id, {
        ...{ name: 'Cobranza', template_code: 'org-billing' },
        ...{ add: ['read.team.list'], remove: ['write.invoices.cancel'] },
      }),
    ),
    check: (answer, { templates, organization }) => {
      isRole(answer);
      expect(answer).toMatchObject({
        ...{ name: 'Cobranza', template_code: 'org-billing', organization: organization.id, used_by: 0 },
        ...{ overrides_add: ['read.team.list'], overrides_remove: ['write.invoices.cancel'] },
      });
      const { operations } = templates.find(({ code }: Json) => code === 'org-billing');
      const expected = [...operations, 'read.team.list'].filter((one) => one !== 'write.invoices.cancel');
      expect(answer.operations.toSorted()).toEqual(expected.toSorted());
    },
  },
  {
    method: 'organizations.listTeamRoles',
    operation: `GET ${ROLES}`,
    call: as('roles', ({ organizations }, { organization: { id } }) => organizations.listTeamRoles(id)),
    check: (answer, { role, operations }) => {
      answer.forEach(isRole);
      expect(answer).toContainEqual(role);
      // An organization always has a role of its administrators.
      expect(answer[0]).toMatchObject({ template_code: 'org-admin' });
      expect(answer[0].operations.toSorted()).toEqual(operations.toSorted());
    },
  },
  {
    method: 'organizations.retrieveTeamRole',
    operation: `GET ${ROLES}/{role_id}`,
    call: ({ organizations }, { organization: { id }, role }) => organizations.retrieveTeamRole(id, role.id),
    check: (answer, { role }) => expect(answer).toEqual(role),
  },
  {
    method: 'organizations.updateTeamRole',
    operation: `PUT ${ROLES}/{role_id}`,
    call: ({ organizations }, { organization: { id }, role }) =>
      organizations.updateTeamRole(id, role.id, { name: 'Cobranza y caja' }),
    // What was not sent stays.
    check: (answer, { role }) =>
      expect(answer).toEqual({ ...role, name: 'Cobranza y caja', updated_at: isInstant }),
  },
]);

const isInvite = (made: Json) => ({
  ...{ id: isId, created_at: isInstant, expires_at: isInstant, email: made.colleague.email },
  organization_name: expect.stringMatching(/\S/),
});

const sentInvites = byOwner([
  {
    method: 'organizations.inviteUserToTeam',
    operation: `POST ${INVITES}`,
    call: as('invite', async ({ organizations }, made) => {
      const { organization, colleague, role, roles: listed } = made;
      // Without a role it is one of a full administrator; the same address again is the same invitation.
      const { email } = colleague;
      made['firstInvite'] = await organizations.inviteUserToTeam(organization.id, { email });
      expect(made['firstInvite']).toMatchObject({ ...isInvite(made), role: listed[0].id });
      return organizations.inviteUserToTeam(organization.id, { email, role: role.id });
    }),
    check: (answer, made) =>
      expect(answer).toMatchObject({
        ...isInvite(made),
        ...{ id: made['firstInvite'].id, role: made['role'].id, role_name: 'Cobranza y caja' },
        roles: [made['role'].id],
      }),
  },
  {
    method: 'organizations.listSentTeamInvites',
    operation: `GET ${INVITES}`,
    call: ({ organizations }, { organization: { id } }) => organizations.listSentTeamInvites(id),
    check: (answer, { invite }) => expect(answer).toEqual([invite]),
  },
  {
    method: 'organizations.cancelTeamInvite',
    operation: `DELETE ${INVITES}/{invite_key}`,
    call: async ({ organizations }, made) => {
      const { id } = made['organization'];
      const other = await organizations.inviteUserToTeam(id, { email: `nadie-${id}@example.com` });
      expect(await organizations.listSentTeamInvites(id)).toHaveLength(2);
      return organizations.cancelTeamInvite(id, other.id);
    },
    check: isOk,
  },
]);

const receivedInvites = byColleague([
  {
    method: 'organizations.listReceivedTeamInvites',
    operation: 'GET /v2/organizations/invites/pending',
    call: ({ organizations }) => organizations.listReceivedTeamInvites(),
    check: (answer, { invite }) => expect(answer).toEqual([invite]),
  },
  {
    method: 'organizations.respondTeamInvite',
    operation: 'POST /v2/organizations/invites/{invite_key}/response',
    call: ({ organizations }, { invite }) => organizations.respondTeamInvite(invite.id, { accept: true }),
    check: isOk,
  },
]);

const isAccess = (access: Json, { organization }: Json) =>
  expect(access).toMatchObject({
    ...{ id: expect.any(String), organization: organization.id, full_name: expect.any(String) },
    ...{ email: expect.stringContaining('@'), created_at: isInstant, updated_at: isInstant },
  });

const access = byOwner([
  {
    method: 'organizations.listTeamAccess',
    operation: `GET ${TEAM}`,
    call: as('team', ({ organizations }, { organization: { id } }) => organizations.listTeamAccess(id)),
    check: (answer, made) => {
      const { colleague, role, operations } = made;
      expect(answer).toHaveLength(2);
      for (const one of answer) isAccess(one, made);
      expect(answer[0].operations.toSorted()).toEqual(operations.toSorted());
      expect(answer[1]).toMatchObject({
        ...{ email: colleague.email, role: role.id, role_name: 'Cobranza y caja' },
        operations: role.operations,
      });
    },
  },
  {
    method: 'organizations.retrieveTeamAccess',
    operation: `GET ${TEAM}/{access_id}`,
    call: ({ organizations }, { organization: { id }, team }) =>
      organizations.retrieveTeamAccess(id, team[1].id),
    check: (answer, { team }) => expect(answer).toEqual(team[1]),
  },
  {
    method: 'organizations.updateTeamAccessRole',
    operation: `PUT ${TEAM}/{access_id}/role`,
    call: async ({ organizations }, made) => {
      const { id } = made['organization'];
      const reader = { name: 'Consulta', template_code: 'org-readonly' };
      made['reader'] = await organizations.createTeamRole(id, reader);
      return organizations.updateTeamAccessRole(id, made['team'][1].id, made['reader'].id);
    },
    check: (answer, { team, reader }) =>
      expect(answer).toEqual({
        ...team[1],
        ...{ role: reader.id, role_name: 'Consulta', operations: reader.operations, updated_at: isInstant },
      }),
  },
  {
    method: 'organizations.deleteTeamRole',
    operation: `DELETE ${ROLES}/{role_id}`,
    call: async ({ organizations }, { organization: { id }, role, reader }) => {
      await expect(organizations.deleteTeamRole(id, reader.id)).rejects.toMatchObject({
        ...{ status: 409, code: 'role_has_assigned_users' },
      });
      return organizations.deleteTeamRole(id, role.id);
    },
    check: isOk,
  },
  {
    method: 'organizations.removeTeamAccess',
    operation: `DELETE ${TEAM}/{access_id}`,
    call: ({ organizations }, { organization: { id }, team }) =>
      organizations.removeTeamAccess(id, team[1].id),
    check: isOk,
  },
]);

const farewell = byColleague([
  {
    // Who was removed belongs nowhere any more.
    method: 'organizations.list',
    operation: 'GET /v2/organizations',
    call: ({ organizations }) => organizations.list(),
    check: (answer) => expect(answer.data).toEqual([]),
  },
]);

/** Every method of teams, roles and invitations, in an order in which each finds what it needs. */
export const team: readonly Step[] = [
  ...[...roles, ...sentInvites, ...receivedInvites, ...access, ...farewell],
];
