import { field, ok, refuse, type Bilingual, type Refused, type Result } from '#kernel';
import { adminRoleId, peopleOf, roleOperations, type OrganizationTeamEvent, type Team } from '#contracts';
import { forbid, isAdministrator, mayGrant, refuseUnlessMay, type Peopled } from './access.js';

interface Asked {
  readonly organizationId: string;
  /** Whose access it is. */
  readonly userId: string;
  /** The user who asks. */
  readonly by: string;
  readonly at: string;
}

/** `suspended`: the owners of the organization, and the one it is asked for, who are suspended now. */
export type TeamCommand =
  | ({ readonly type: 'set-member-role'; readonly role: string } & Asked)
  | ({ readonly type: 'remove-member' } & Asked)
  | ({
      readonly type: 'share-ownership';
      readonly share: boolean;
      readonly suspended: readonly string[];
    } & Asked)
  | ({ readonly type: 'give-up-ownership'; readonly suspended: readonly string[] } & Asked);

type Of<Type extends TeamCommand['type']> = Extract<TeamCommand, { type: Type }>;
type Decision = Result<readonly OrganizationTeamEvent[]>;

const WHERE = { location: 'params', path: 'access_id' } as const;

/** What becomes of the people of an organization. Nobody changes their own access, and an owner is always left. */
export function decideTeam(command: TeamCommand, team: Team): Decision {
  switch (command.type) {
    case 'set-member-role':
      return setRole(command, team);
    case 'remove-member':
      return remove(command, team);
    case 'share-ownership':
      return share(command, team);
    case 'give-up-ownership':
      return giveUp(command, team);
  }
}

function setRole(command: Of<'set-member-role'>, team: Team): Decision {
  const { organizationId, userId: user_id, role, by, at } = command;
  const people = { organizationId, team };
  const barred = refuseUnlessMay(people, by, 'write.team.set_role');
  if (barred) return barred;
  if (isOwner(team, user_id)) return refuse('owner_access_cannot_be_reassigned', WHERE);
  const member = team.members.find((one) => one.user_id === user_id);
  if (!member) return refuse('user_access_not_found', WHERE);
  if (user_id === by) return forbid('access_id', OWN_ACCESS);
  if (isAbove(people, user_id, by)) return refuse('organization_admin_assignment_cannot_be_edited', WHERE);
  const operations = roleOperations(organizationId, team, role);
  if (!operations) return refuse('role_not_found', { location: 'body', path: 'role' });
  if (member.role === role) return ok([]);
  const refused = mayGrant(people, by, operations);
  return refused ?? ok([{ type: 'MemberRoleSet', data: { user_id, role, by, at } }]);
}

function remove(command: Of<'remove-member'>, team: Team): Decision {
  const { organizationId, userId: user_id, by, at } = command;
  const people = { organizationId, team };
  const barred = refuseUnlessMay(people, by, 'write.team.remove');
  if (barred) return barred;
  if (isOwner(team, user_id)) return refuse('owner_access_cannot_be_removed', WHERE);
  if (!team.members.some((one) => one.user_id === user_id)) return refuse('user_access_not_found', WHERE);
  if (user_id === by) return forbid('access_id', OWN_ACCESS);
  if (isAbove(people, user_id, by)) return refuse('organization_admin_access_cannot_be_removed', WHERE);
  return ok([{ type: 'MemberRemoved', data: { user_id, by, at } }]);
}

/** Makes a member a further owner, or hands the ownership over: who asks is an administrator then. */
function share(command: Of<'share-ownership'>, team: Team): Decision {
  const { organizationId, userId: user_id, by, at, suspended } = command;
  const barred = refuseUnlessOwner(team, by);
  if (barred) return barred;
  if (!peopleOf(team).includes(user_id)) return refuse('user_access_not_found', WHERE);
  if (user_id === by) return forbid('access_id', OWN_OWNERSHIP);
  if (suspended.includes(user_id)) return refuseSuspended();
  const shared: OrganizationTeamEvent = { type: 'OwnershipShared', data: { user_id, by, at } };
  const role = adminRoleId(organizationId);
  const givenUp: OrganizationTeamEvent = { type: 'OwnershipGivenUp', data: { user_id: by, role, at } };
  return ok([...(isOwner(team, user_id) ? [] : [shared]), ...(command.share ? [] : [givenUp])]);
}

function giveUp(command: Of<'give-up-ownership'>, team: Team): Decision {
  const { organizationId, userId: user_id, by, at, suspended } = command;
  const barred = refuseUnlessOwner(team, by);
  if (barred) return barred;
  if (!peopleOf(team).includes(user_id)) return refuse('user_access_not_found', WHERE);
  if (user_id !== by) return forbid('access_id', ANOTHERS_OWNERSHIP);
  const left = team.owners.filter((owner) => owner.user_id !== by && !suspended.includes(owner.user_id));
  if (left.length === 0) return refuseLast();
  return ok([{ type: 'OwnershipGivenUp', data: { user_id, role: adminRoleId(organizationId), at } }]);
}

const isOwner = ({ owners }: Team, userId: string): boolean =>
  owners.some(({ user_id }) => user_id === userId);

/** Whether the access is an administrator's, and who asks is none. */
const isAbove = (people: Peopled, userId: string, by: string): boolean =>
  isAdministrator(people, userId) && !isAdministrator(people, by);

function refuseUnlessOwner(team: Team, by: string): Refused | undefined {
  if (isOwner(team, by)) return undefined;
  return peopleOf(team).includes(by) ? forbid('access_id', OWNERS_ONLY) : refuse('organization_not_found');
}

const explain = (message: Bilingual) => [field('access_id', 'not_allowed', { location: 'params', message })];

const refuseLast = (): Refused =>
  refuse('owner_access_cannot_be_removed', {
    ...WHERE,
    details: explain({
      es: 'No hay otro propietario que pueda actuar. Comparta o entregue antes la propiedad a otra persona del equipo.',
      en: 'There is no other owner who can act. Share the ownership with another person of the team first, or hand it over.',
    }),
  });

const refuseSuspended = (): Refused =>
  refuse('conflict', {
    ...WHERE,
    details: explain({
      es: 'El usuario está suspendido y no puede ser propietario.',
      en: 'The user is suspended and cannot be an owner.',
    }),
  });

const OWN_ACCESS: Bilingual = {
  es: 'Este es su propio acceso. Pida el cambio a otra persona que administre el equipo.',
  en: 'This is your own access. Ask another person who manages the team to change it.',
};
const OWN_OWNERSHIP: Bilingual = {
  es: 'Usted ya es propietario de la organización. Indique el acceso de otra persona del equipo.',
  en: 'You are already an owner of the organization. Name the access of another person of the team.',
};
const ANOTHERS_OWNERSHIP: Bilingual = {
  es: 'Solo puede renunciar a su propiedad, no a la de otro propietario.',
  en: 'You can give up your own ownership only, not that of another owner.',
};
const OWNERS_ONLY: Bilingual = {
  es: 'Solo un propietario puede compartir o entregar la propiedad de la organización, o renunciar a ella.',
  en: 'Only an owner may share the ownership of the organization, hand it over or give it up.',
};
