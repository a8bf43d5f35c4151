import { field, ok, refuse, type Refused, type Result } from '#kernel';
import {
  adminRoleId,
  INVITE_LIMITS,
  roleOperations,
  type EndedInvite,
  type InviteAsked,
  type OrganizationTeamEvent,
  type Team,
  type TeamInvite,
} from '#contracts';
import { findInviteLimit, type InvitedLately } from './invite-limits.js';
import { mayGrant, MOST_PEOPLE, refuseUnlessMay, type Peopled } from './access.js';

/** What is asked of an organization about its invitations. */
export type InvitesCommand =
  | {
      readonly type: 'invite';
      readonly organizationId: string;
      readonly invite: InviteAsked;
      /** The id of the user who invites. */
      readonly by: string;
      /** Whose the address is; undefined: nobody's. */
      readonly invited: string | undefined;
      readonly at: string;
    }
  | {
      readonly type: 'cancel-invite';
      readonly organizationId: string;
      readonly inviteId: string;
      readonly by: string;
      readonly at: string;
    }
  | {
      readonly type: 'answer-invite';
      readonly organizationId: string;
      readonly inviteId: string;
      readonly accept: boolean;
      readonly who: Answering;
      readonly at: string;
    };

/** Who answers: a user with their own key, or whoever has the link of the mail. */
export type Answering =
  | { readonly kind: 'user'; readonly userId: string; readonly email: string }
  /** `userId`: of the user that joins; undefined where nobody does. */
  | { readonly kind: 'link'; readonly keyHash: string; readonly userId: string | undefined };

/** What decisions about invitations look at. */
interface Inviting {
  readonly team: Team;
  readonly invited: readonly InvitedLately[];
}

type Of<Type extends InvitesCommand['type']> = Extract<InvitesCommand, { type: Type }>;
type Decision = Result<readonly OrganizationTeamEvent[]>;

export function decideInvites(command: InvitesCommand, state: Inviting): Decision {
  switch (command.type) {
    case 'invite':
      return invite(command, state);
    case 'cancel-invite': {
      const { organizationId, inviteId: invite_id, by, at } = command;
      const forbidden = refuseUnlessMay({ organizationId, team: state.team }, by, 'write.invites.cancel');
      if (forbidden) return forbidden;
      if (!find(state.team, invite_id)) return notFound();
      return ok([{ type: 'InviteEnded', data: { invite_id, reason: 'canceled', at } }]);
    }
    case 'answer-invite':
      return answer(command, state.team);
  }
}

/** A further one to the same address takes the place of the one before, under its id. */
function invite({ organizationId, invite: asked, by, invited, at }: Of<'invite'>, state: Inviting): Decision {
  const { team } = state;
  const people = { organizationId, team };
  const forbidden = refuseUnlessMay(people, by, 'write.invites.create');
  if (forbidden) return forbidden;
  const role = asked.role ?? adminRoleId(organizationId);
  const granted = roleOperations(organizationId, team, role);
  if (granted === undefined) return refuse('invite_role_unavailable', { location: 'body', path: 'role' });
  const refused = mayGrant(people, by, granted);
  if (refused) return refused;
  if (invited !== undefined && belongs(team, invited))
    return refuse('user_already_in_organization', { location: 'body', path: 'email' });
  if (isFull(team)) return refuseFull();
  const before = team.invites.find(({ email }) => email === asked.email);
  if (!before && team.invites.length >= INVITE_LIMITS.open) return tooMany();
  const limit = findInviteLimit(state.invited, asked.email, at);
  if (limit) return limit;
  return ok([{ type: 'PersonInvited', data: { ...asked, id: before?.id ?? asked.id, role, by, at } }]);
}

function answer({ inviteId, accept, who, at, organizationId }: Of<'answer-invite'>, team: Team): Decision {
  const open = find(team, inviteId);
  if (!open || !isFor(open, who))
    return answerOther({ team, id: inviteId, accept, who, isOpen: open !== undefined });
  if (!accept) return ok([{ type: 'InviteEnded', data: { invite_id: inviteId, reason: 'declined', at } }]);
  const refused = refuseAcceptance({ organizationId, team }, open, at);
  if (refused) return refused;
  if (who.userId === undefined) return notFound();
  if (belongs(team, who.userId)) return refuse('user_already_in_organization');
  const { role } = open;
  return ok([{ type: 'MemberJoined', data: { user_id: who.userId, role, invite_id: inviteId, at } }]);
}

/**
 * Why an invitation can't be accepted now: it has expired, its role is gone, or who invited could not give the role any
 * more. What they may do is looked at again: somebody who was removed leaves no doors open behind them.
 */
export function refuseAcceptance(
  people: Peopled,
  { role, invited_by, expires_at }: TeamInvite,
  at: string,
): Refused | undefined {
  if (Date.parse(expires_at) <= Date.parse(at)) return refuse('invite_expired');
  const { organizationId, team } = people;
  const granted = roleOperations(organizationId, team, role);
  const cannot =
    granted === undefined ||
    refuseUnlessMay(people, invited_by, 'write.invites.create') ||
    mayGrant(people, invited_by, granted);
  if (cannot) return refuse('invite_role_unavailable');
  return isFull(team) ? refuseFull() : undefined;
}

/** An invitation that is open, by its id and the hash of its link's key. */
export const findByLink = ({ invites }: Team, id: string, keyHash: string): TeamInvite | undefined =>
  invites.find((one) => one.id === id && one.key_hash === keyHash);

/** One to an invitation that is not theirs, or one that came before. */
function answerOther({
  team,
  id,
  accept,
  who,
  isOpen,
}: {
  readonly team: Team;
  readonly id: string;
  readonly accept: boolean;
  readonly who: Answering;
  readonly isOpen: boolean;
}): Decision {
  const { userId } = who;
  if (isOpen) return who.kind === 'user' ? mismatch() : notFound();
  const ended = findEnded(team, id, who.kind === 'link' ? who.keyHash : undefined);
  const isDone = accept
    ? ended?.end === 'accepted' && userId !== undefined && ended.user_id === userId && belongs(team, userId)
    : ended?.end === 'declined' && who.kind === 'link';
  return isDone ? ok([]) : notFound();
}

/** An invitation that has ended, of those that are remembered; of its link's hash, where that is given. */
export const findEnded = ({ ended_invites }: Team, id: string, keyHash?: string): EndedInvite | undefined =>
  ended_invites?.findLast((one) => one.id === id && (keyHash === undefined || one.key_hash === keyHash));

const isFor = (invite: TeamInvite, who: Answering): boolean =>
  who.kind === 'user' ? invite.email === who.email : invite.key_hash === who.keyHash;

const find = ({ invites }: Team, id: string): TeamInvite | undefined => invites.find((one) => one.id === id);

const belongs = ({ owners, members }: Team, userId: string): boolean =>
  [...owners, ...members].some(({ user_id }) => user_id === userId);

const notFound = (): Refused => refuse('invite_not_found', { location: 'params', path: 'invite_key' });
const mismatch = (): Refused => refuse('invite_email_mismatch', { location: 'params', path: 'invite_key' });

const isFull = ({ owners, members }: Team): boolean => owners.length + members.length >= MOST_PEOPLE;

const refuseFull = (): Refused =>
  refuse('conflict', {
    details: [
      field('email', 'not_allowed', {
        message: {
          es: `La organización ya tiene ${MOST_PEOPLE} personas, que es el máximo.`,
          en: `The organization has ${MOST_PEOPLE} people, which is the maximum.`,
        },
      }),
    ],
  });

const tooMany = (): Refused =>
  refuse('conflict', {
    details: [
      field('email', 'not_allowed', {
        message: {
          es: `La organización ya tiene ${INVITE_LIMITS.open} invitaciones sin responder, contando las vencidas. Cancele las que ya no necesite.`,
          en: `The organization has ${INVITE_LIMITS.open} invitations without an answer, expired ones included. Cancel those that you no longer need.`,
        },
      }),
    ],
  });
