import { isDeepStrictEqual } from 'node:util';
import { field, ok, refuse, type Refused, type Result } from '#kernel';
import {
  adminRoleId,
  areAdministrators,
  operationsOfRole,
  type OrganizationTeamEvent,
  type RoleInput,
  type Team,
  type TeamRole,
} from '#contracts';
import { forbid, isAdministrator, mayGrant, refuseUnlessMay, type Peopled } from './access.js';
import { noContent, refuseTakenName, roleContent } from './role-content.js';

interface Asked {
  readonly organizationId: string;
  readonly roleId: string;
  /** The user who asks. */
  readonly by: string;
  readonly at: string;
}

export type RolesCommand =
  | ({ readonly type: 'add-role'; readonly role: RoleInput } & Asked)
  | ({ readonly type: 'edit-role'; readonly changes: RoleInput } & Asked)
  | ({ readonly type: 'delete-role' } & Asked);

type Decision = Result<readonly OrganizationTeamEvent[]>;

export const MOST_ROLES = 100;

/** What becomes of an organization's roles. An edit of one is a grant to everybody who holds it. */
export function decideRoles(command: RolesCommand, team: Team): Decision {
  switch (command.type) {
    case 'add-role':
      return addRole(command, team);
    case 'edit-role':
      return editRole(command, team);
    case 'delete-role':
      return deleteRole(command, team);
  }
}

function addRole(command: RolesCommand & { type: 'add-role' }, team: Team): Decision {
  const { organizationId, roleId: role_id, role, by, at } = command;
  const people = { organizationId, team };
  const barred = refuseUnlessMay(people, by, 'write.roles.create');
  if (barred) return barred;
  const content = roleContent({ name: '', ...role }, noContent);
  if (!content.ok) return content;
  const refused =
    mayGrant(people, by, operationsOfRole(content.value)) ?? refuseTakenName(content.value.name, team.roles);
  if (refused) return refused;
  if (team.roles.length >= MOST_ROLES) return refuseTooMany();
  return ok([{ type: 'RoleAdded', data: { role_id, ...content.value, by, at } }]);
}

function editRole(command: RolesCommand & { type: 'edit-role' }, team: Team): Decision {
  const { organizationId, roleId: role_id, changes, by, at } = command;
  const people = { organizationId, team };
  const barred = refuseUnlessMay(people, by, 'write.roles.edit');
  if (barred) return barred;
  const found = findRole(people, command, 'organization_admin_role_cannot_be_edited');
  if (!found.ok) return found;
  const { id, created_by: _by, created_at: _at, updated_at: _updated, ...before } = found.value;
  if (team.members.some(({ user_id, role }) => user_id === by && role === id))
    return forbid('role_id', OWN_ROLE);
  const content = roleContent(changes, before);
  if (!content.ok) return content;
  if (isDeepStrictEqual(content.value, before)) return ok([]);
  const { name } = content.value;
  const others = team.roles.filter((role) => role.id !== id);
  const refused =
    mayGrant(people, by, operationsOfRole(content.value), operationsOfRole(before)) ??
    (name === before.name ? undefined : refuseTakenName(name, others));
  return refused ?? ok([{ type: 'RoleEdited', data: { role_id, ...content.value, by, at } }]);
}

function deleteRole(command: RolesCommand & { type: 'delete-role' }, team: Team): Decision {
  const { organizationId, roleId: role_id, by, at } = command;
  const people = { organizationId, team };
  const barred = refuseUnlessMay(people, by, 'write.roles.delete');
  if (barred) return barred;
  const found = findRole(people, command, 'organization_admin_role_cannot_be_deleted');
  if (!found.ok) return found;
  const members = team.members.filter(({ role }) => role === role_id).length;
  const invites = team.invites.filter(({ role, expires_at }) => role === role_id && expires_at > at).length;
  if (members + invites > 0) return refuseUsed(members, invites);
  return ok([{ type: 'RoleDeleted', data: { role_id, by, at } }]);
}

/** A role that is to be changed. The built-in one never is, and a made one of administrators only by such. */
function findRole(
  people: Peopled,
  { roleId, by }: Asked,
  untouchable: 'organization_admin_role_cannot_be_edited' | 'organization_admin_role_cannot_be_deleted',
): Result<TeamRole> {
  const where = { location: 'params', path: 'role_id' } as const;
  if (roleId === adminRoleId(people.organizationId)) return refuse(untouchable, where);
  const role = people.team.roles.find(({ id }) => id === roleId);
  if (!role) return refuse('role_not_found', where);
  const isAdministrators = areAdministrators(operationsOfRole(role));
  return isAdministrators && !isAdministrator(people, by) ? refuse(untouchable, where) : ok(role);
}

const OWN_ROLE = {
  es: 'Este es su propio rol. Pida el cambio a otra persona que administre los roles.',
  en: 'This is the role that you have yourself. Ask another person who manages roles to change it.',
};

function refuseUsed(members: number, invites: number): Refused {
  const message = {
    es: `Personas con este rol: ${members}; invitaciones vigentes que lo ofrecen: ${invites}. Asígneles otro rol antes de eliminarlo.`,
    en: `People with this role: ${members}; open invitations that offer it: ${invites}. Give them another role before you delete it.`,
  };
  const where = { location: 'params', path: 'role_id' } as const;
  const details = [field('role_id', 'not_allowed', { location: 'params', message })];
  return refuse('role_has_assigned_users', { ...where, details });
}

const refuseTooMany = (): Refused =>
  refuse('conflict', {
    details: [
      field('organization_id', 'not_allowed', {
        location: 'params',
        message: {
          es: `La organización ya tiene ${MOST_ROLES} roles, que es el máximo. Elimine los que no use.`,
          en: `The organization has ${MOST_ROLES} roles, which is the maximum. Delete those that you do not use.`,
        },
      }),
    ],
  });
