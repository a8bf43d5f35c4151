import { deterministicId, type DomainEvent } from '#kernel';
import { isOperation, OPERATIONS, templateOperations, type GrantedOperation } from './operations.js';

/** How a role comes to its operations: a template's, or none, with some added and some taken away. */
export interface RoleContent {
  readonly name: string;
  readonly template_code: string | null;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A role as sent: absent is nothing in a new one, and leaves an old one as it is. */
export interface RoleInput {
  readonly name?: string;
  readonly template_code?: string | null;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** An invitation, as commands and events know it: the key of its mailed link travels as a hash. */
export interface InvitePrint {
  readonly id: string;
  /** In lower case, trimmed. */
  readonly email: string;
  /** The id of a role. */
  readonly role: string;
  /** hashSecretKey of the key. */
  readonly key_hash: string;
  /** Instant, ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** What events say of an organization's people. */
export type OrganizationTeamEvent =
  | DomainEvent<'RoleAdded', RoleContent & { role_id: string; by: string; at: string }>
  | DomainEvent<'RoleEdited', RoleContent & { role_id: string; by: string; at: string }>
  | DomainEvent<'RoleDeleted', { role_id: string; by: string; at: string }>
  /** A further one to the same address takes the place of the one before, under its id. */
  | DomainEvent<'PersonInvited', InvitePrint & { by: string; at: string }>
  | DomainEvent<'InviteEnded', { invite_id: string; reason: 'declined' | 'canceled'; at: string }>
  /** By an invitation, which ends with it. */
  | DomainEvent<'MemberJoined', { user_id: string; role: string; invite_id: string; at: string }>
  | DomainEvent<'MemberRoleSet', { user_id: string; role: string; by: string; at: string }>
  | DomainEvent<'MemberRemoved', { user_id: string; by: string; at: string }>
  /** A member is a further owner from now on. */
  | DomainEvent<'OwnershipShared', { user_id: string; by: string; at: string }>
  /** An owner is a member with a role from now on. */
  | DomainEvent<'OwnershipGivenUp', { user_id: string; role: string; at: string }>;

export interface TeamOwner {
  readonly user_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface TeamMember extends TeamOwner {
  /** The id of a role. */
  readonly role: string;
}

export interface TeamRole extends RoleContent {
  readonly id: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface TeamInvite extends InvitePrint {
  readonly invited_by: string;
  readonly created_at: string;
}

/** How an invitation ended: `replaced` by a further one to the same address, whose mail has another link. */
export type InviteEnd = 'accepted' | 'declined' | 'canceled' | 'replaced';

/** An invitation that has ended, or a link of one: remembered for a while, so that its link tells how. */
export interface EndedInvite extends Pick<InvitePrint, 'id' | 'key_hash'> {
  readonly end: InviteEnd;
  /** Who came in by it. */
  readonly user_id?: string;
}

/** How many of them an organization remembers. */
export const REMEMBERED_INVITES = 100;

/** The people of an organization; who is an owner is no member. All oldest first. */
export interface Team {
  readonly owners: readonly TeamOwner[];
  readonly members: readonly TeamMember[];
  readonly roles: readonly TeamRole[];
  /** Neither accepted, declined nor canceled; they may have expired. */
  readonly invites: readonly TeamInvite[];
  /** The latest that ended; missing while none has. */
  readonly ended_invites?: readonly EndedInvite[];
}

/** The people of an organization that was just made. */
export const newTeam = (ownerId: string, at: string): Team => ({
  owners: [{ user_id: ownerId, created_at: at, updated_at: at }],
  members: [],
  roles: [],
  invites: [],
});

/** The id of the role that an organization always has, and that nobody changes: its administrator's. */
export const adminRoleId = (organizationId: string): string => deterministicId('org-admin', organizationId);

/** The people of an organization after an event. */
export function withTeam(team: Team, event: OrganizationTeamEvent): Team {
  const { owners, members, roles } = team;
  switch (event.type) {
    case 'RoleAdded': {
      const { role_id: id, by, at, ...content } = event.data;
      return {
        ...team,
        roles: [...roles, { id, ...content, created_by: by, created_at: at, updated_at: at }],
      };
    }
    case 'RoleEdited': {
      const { role_id, by: _by, at, ...content } = event.data;
      const edited = roles.map((role) =>
        role.id === role_id ? { ...role, ...content, updated_at: at } : role,
      );
      return { ...team, roles: edited };
    }
    case 'RoleDeleted':
      return { ...team, roles: roles.filter(({ id }) => id !== event.data.role_id) };
    case 'PersonInvited': {
      const { by, at, ...print } = event.data;
      const after = withoutInvite(team, print.id, 'replaced');
      return { ...after, invites: [...after.invites, { ...print, invited_by: by, created_at: at }] };
    }
    case 'InviteEnded':
      return withoutInvite(team, event.data.invite_id, event.data.reason);
    case 'MemberJoined': {
      const { user_id, role, invite_id, at } = event.data;
      const joined = { user_id, created_at: at, updated_at: at, role };
      const after = withoutInvite(team, invite_id, 'accepted', user_id);
      return { ...after, members: [...members, joined] };
    }
    case 'MemberRoleSet': {
      const { user_id, role, at } = event.data;
      const set = members.map((member) =>
        member.user_id === user_id ? { ...member, updated_at: at, role } : member,
      );
      return { ...team, members: set };
    }
    case 'MemberRemoved':
      return { ...team, members: withoutUser(members, event.data.user_id) };
    case 'OwnershipShared': {
      const { user_id, at } = event.data;
      const member = members.find((one) => one.user_id === user_id);
      const owner = { user_id, created_at: member?.created_at ?? at, updated_at: at };
      return { ...team, owners: [...owners, owner], members: withoutUser(members, user_id) };
    }
    case 'OwnershipGivenUp': {
      const { user_id, role, at } = event.data;
      const owner = owners.find((one) => one.user_id === user_id);
      const member = { user_id, created_at: owner?.created_at ?? at, updated_at: at, role };
      return { ...team, owners: withoutUser(owners, user_id), members: [...members, member] };
    }
  }
}

/** The people of an organization without an invitation, of which is remembered how it ended. */
function withoutInvite(team: Team, id: string, end: InviteEnd, user_id?: string): Team {
  const invite = team.invites.find((one) => one.id === id);
  if (!invite) return team;
  const { key_hash } = invite;
  const ended = [...(team.ended_invites ?? []), { id, key_hash, end, ...(user_id && { user_id }) }];
  const invites = team.invites.filter((one) => one.id !== id);
  return { ...team, invites, ended_invites: ended.slice(-REMEMBERED_INVITES) };
}

const withoutUser = <One extends TeamOwner>(people: readonly One[], id: string): readonly One[] =>
  people.filter(({ user_id }) => user_id !== id);

/** The ids of everybody who belongs to an organization. */
export const peopleOf = ({ owners, members }: Team): string[] =>
  [...owners, ...members].map(({ user_id }) => user_id);

/** The operations of a role: what is no operation any more is passed over. */
export function operationsOfRole({
  template_code,
  add,
  remove,
}: Omit<RoleContent, 'name'>): readonly GrantedOperation[] {
  const base = template_code === null ? [] : (templateOperations(template_code) ?? []);
  const granted = new Set<string>([...base, ...add.filter(isOperation)]);
  for (const operation of remove) granted.delete(operation);
  return OPERATIONS.filter((operation) => granted.has(operation));
}

/** The operations of a role by its id; undefined where the organization has none of that id. */
export function roleOperations(
  organizationId: string,
  { roles }: Pick<Team, 'roles'>,
  roleId: string,
): readonly GrantedOperation[] | undefined {
  if (roleId === adminRoleId(organizationId)) return OPERATIONS;
  const role = roles.find(({ id }) => id === roleId);
  return role && operationsOfRole(role);
}

/** What a person may do in an organization: an owner everything; undefined who does not belong to it. */
export function operationsOfPerson(
  organizationId: string,
  team: Team,
  userId: string,
): readonly GrantedOperation[] | undefined {
  if (team.owners.some(({ user_id }) => user_id === userId)) return OPERATIONS;
  const member = team.members.find(({ user_id }) => user_id === userId);
  return member && (roleOperations(organizationId, team, member.role) ?? []);
}

/** Whether operations are those of an administrator: all that there are. */
export const areAdministrators = (operations: readonly string[]): boolean =>
  OPERATIONS.every((operation) => operations.includes(operation));
