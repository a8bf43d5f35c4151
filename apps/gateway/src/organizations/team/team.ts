import { Injectable } from '@nestjs/common';
import { ok, refuse, type Language, type Result } from '#kernel';
import { operationsOfPerson, peopleOf, type CommandTypeOn, type Team, type TeamOwner } from '#contracts';
import { languageOf, type Principal } from '#http';
import type { OutgoingCommand } from '../../commands.js';
import { userOf, type OrganizationCall } from '../caller.js';
import { Organizations } from '../organizations.js';
import { People, type Known } from './people.js';
import { OWNER_NAME, roleNameOf } from './role-names.js';
import type { UserAccess } from './team.dto.js';

/** Who asks about an organization's people, and the language of the names that they read. */
export interface TeamCall extends OrganizationCall {
  readonly language: Language;
}

/** The {@link TeamCall} of a request. */
export const teamCallOf = (
  principal: Principal,
  correlationId: string,
  acceptLanguage?: string,
): TeamCall => ({ principal, correlationId, language: languageOf(acceptLanguage) });

type TeamCommand = OutgoingCommand<CommandTypeOn<'organizations'>>;

/** The people of organizations for the API. Who may change what is judged with the change, by the organization. */
@Injectable()
export class OrganizationTeam {
  constructor(
    private readonly organizations: Organizations,
    private readonly people: People,
  ) {}

  /** Everybody's access, owners first, then oldest first. Refused: organization_not_found. */
  async list(id: string, call: TeamCall): Promise<Result<UserAccess[]>> {
    const found = await this.organizations.teamOf(id, call.principal);
    if (!found.ok) return found;
    const { team } = found.value;
    const known = await this.people.find(peopleOf(team));
    // Who gave the ownership up has been there for longer than where they are in the list of members.
    const ids = [...oldestFirst(team.owners), ...oldestFirst(team.members)].map(({ user_id }) => user_id);
    return ok(ids.map((userId) => toAccess(id, team, userId, known.get(userId), call.language)));
  }

  /** One person's access. Refused: organization_not_found, user_access_not_found. */
  async find(id: string, userId: string, call: TeamCall): Promise<Result<UserAccess>> {
    const found = await this.organizations.teamOf(id, call.principal);
    if (!found.ok) return found;
    const { team } = found.value;
    if (!peopleOf(team).includes(userId))
      return refuse('user_access_not_found', { location: 'params', path: 'access_id' });
    const known = await this.people.find([userId]);
    return ok(toAccess(id, team, userId, known.get(userId), call.language));
  }

  /** Gives a member another role, which holds for their next request. */
  setRole(id: string, userId: string, role: string, call: TeamCall): Promise<Result<UserAccess>> {
    const data = { user_id: userId, role, by: userOf(call.principal) };
    return this.change({ type: 'organizations.set-member-role', key: id, data }, userId, call);
  }

  /** Removes a member, who may do nothing in the organization any more when this returns. */
  async remove(id: string, userId: string, call: TeamCall): Promise<Result<void>> {
    const data = { user_id: userId, by: userOf(call.principal) };
    const sent = await this.organizations.send({ type: 'organizations.remove-member', key: id, data }, call);
    return sent.ok ? ok(undefined) : sent;
  }

  /** Makes a member an owner, beside the one who asks or in their place. */
  shareOwnership(id: string, userId: string, share: boolean, call: TeamCall): Promise<Result<UserAccess>> {
    const data = { user_id: userId, share, by: userOf(call.principal) };
    return this.change({ type: 'organizations.share-ownership', key: id, data }, userId, call);
  }

  /** An owner becomes an administrator, while another owner is left. */
  giveUpOwnership(id: string, userId: string, call: TeamCall): Promise<Result<UserAccess>> {
    const data = { user_id: userId, by: userOf(call.principal) };
    return this.change({ type: 'organizations.give-up-ownership', key: id, data }, userId, call);
  }

  private async change(message: TeamCommand, userId: string, call: TeamCall): Promise<Result<UserAccess>> {
    const sent = await this.organizations.send(message, call);
    return sent.ok ? this.find(message.key, userId, call) : sent;
  }
}

const oldestFirst = (people: readonly TeamOwner[]): readonly TeamOwner[] =>
  people.toSorted((a, b) => a.created_at.localeCompare(b.created_at));

function toAccess(
  organization: string,
  team: Team,
  id: string,
  known: Known | undefined,
  language: Language,
): UserAccess {
  const member = team.members.find(({ user_id }) => user_id === id);
  const since = member ?? team.owners.find(({ user_id }) => user_id === id);
  return {
    ...{ id, full_name: known?.full_name ?? '', email: known?.email ?? '' },
    role: member?.role ?? null,
    role_name: member ? roleNameOf(organization, team, member.role, language) : OWNER_NAME[language],
    organization,
    operations: [...(operationsOfPerson(organization, team, id) ?? [])],
    created_at: since?.created_at ?? '',
    updated_at: since?.updated_at ?? '',
  };
}
