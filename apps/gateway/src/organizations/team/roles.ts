import { Injectable } from '@nestjs/common';
import { newId, ok, refuse, type Language, type Result } from '#kernel';
import {
  adminRoleId,
  OPERATIONS,
  operationsOfRole,
  ROLE_TEMPLATES,
  type RoleInput,
  type Team,
  type TeamRole,
} from '#contracts';
import { userOf } from '../caller.js';
import { Organizations } from '../organizations.js';
import { People, type Known } from './people.js';
import { roleNameOf } from './role-names.js';
import type { Role, RoleTemplateAnswer } from './roles.dto.js';
import type { TeamCall } from './team.js';

/** The roles of organizations for the API. Who may change what is judged with the change, by the organization. */
@Injectable()
export class OrganizationRoles {
  constructor(
    private readonly organizations: Organizations,
    private readonly people: People,
  ) {}

  /** The administrator's first, then those that were made, oldest first. Refused: organization_not_found. */
  async list(id: string, call: TeamCall): Promise<Result<Role[]>> {
    const found = await this.organizations.teamOf(id, call.principal);
    if (!found.ok) return found;
    const { team, createdAt } = found.value;
    const known = await this.people.find(team.roles.map(({ created_by }) => created_by));
    return ok([
      administratorRole(id, team, createdAt, call.language),
      ...team.roles.map((role) => toRole(id, team, role, known.get(role.created_by))),
    ]);
  }

  /** One role. Refused: organization_not_found, role_not_found. */
  async find(id: string, roleId: string, call: TeamCall): Promise<Result<Role>> {
    const found = await this.organizations.teamOf(id, call.principal);
    if (!found.ok) return found;
    const { team, createdAt } = found.value;
    if (roleId === adminRoleId(id)) return ok(administratorRole(id, team, createdAt, call.language));
    const role = team.roles.find((one) => one.id === roleId);
    if (!role) return refuse('role_not_found', { location: 'params', path: 'role_id' });
    const known = await this.people.find([role.created_by]);
    return ok(toRole(id, team, role, known.get(role.created_by)));
  }

  async add(id: string, role: RoleInput, call: TeamCall): Promise<Result<Role>> {
    const roleId = newId();
    const data = { role_id: roleId, role, by: userOf(call.principal) };
    const sent = await this.organizations.send({ type: 'organizations.add-role', key: id, data }, call);
    return sent.ok ? this.find(id, roleId, call) : sent;
  }

  /** Changes a role for everybody who has it, from their next request on. */
  async update(id: string, roleId: string, changes: RoleInput, call: TeamCall): Promise<Result<Role>> {
    const data = { role_id: roleId, changes, by: userOf(call.principal) };
    const sent = await this.organizations.send({ type: 'organizations.edit-role', key: id, data }, call);
    return sent.ok ? this.find(id, roleId, call) : sent;
  }

  async remove(id: string, roleId: string, call: TeamCall): Promise<Result<void>> {
    const data = { role_id: roleId, by: userOf(call.principal) };
    const sent = await this.organizations.send({ type: 'organizations.delete-role', key: id, data }, call);
    return sent.ok ? ok(undefined) : sent;
  }

  /** What roles may start from. Refused: organization_not_found. */
  async templates(id: string, { principal, language }: TeamCall): Promise<Result<RoleTemplateAnswer[]>> {
    const found = await this.organizations.teamOf(id, principal);
    if (!found.ok) return found;
    const answers = ROLE_TEMPLATES.map(({ code, name, description, operations }) => ({
      ...{ code, label: name[language], name: name[language] },
      ...{ description: description[language], operations: [...operations] },
    }));
    return ok(answers);
  }

  /** Every operation that a role may have. Refused: organization_not_found. */
  async operations(id: string, { principal }: TeamCall): Promise<Result<string[]>> {
    const found = await this.organizations.teamOf(id, principal);
    return found.ok ? ok([...OPERATIONS]) : found;
  }
}

const usesOf = ({ members }: Team, roleId: string): number =>
  members.filter(({ role }) => role === roleId).length;

function toRole(organization: string, team: Team, role: TeamRole, author: Known | undefined): Role {
  const { id, name, template_code, add, remove, created_by, created_at, updated_at } = role;
  return {
    ...{ id, name, template_code, scope: 'organization', organization },
    used_by: usesOf(team, id),
    ...{ overrides_add: [...add], overrides_remove: [...remove], operations: [...operationsOfRole(role)] },
    ...{ created_at, updated_at },
    created_by: { id: created_by, full_name: author?.full_name ?? '' },
  };
}

/** The role that every organization has: it is as old as the organization, and nobody's work. */
function administratorRole(organization: string, team: Team, createdAt: string, language: Language): Role {
  const id = adminRoleId(organization);
  return {
    ...{ id, name: roleNameOf(organization, team, id, language) ?? '' },
    ...{ template_code: 'org-admin', scope: 'organization', organization, used_by: usesOf(team, id) },
    ...{ overrides_add: [], overrides_remove: [], operations: [...OPERATIONS] },
    ...{ created_at: createdAt, updated_at: createdAt, created_by: null },
  };
}
