import { peopleOf, withTeam, type OrganizationRow, type OrganizationTeamEvent, type Team } from '#contracts';
import type { Told } from './told.js';

/** By which an invitation is found: nothing opens one of an organization that is deleted. */
export const NO_INVITES: Pick<OrganizationRow, 'invite_ids' | 'invite_hashes' | 'invite_emails'> = {
  invite_ids: [],
  invite_hashes: [],
  invite_emails: [],
};

/** The columns of an organization's people. */
export const teamColumns = (
  team: Team,
): Pick<OrganizationRow, 'team' | 'user_ids' | 'invite_ids' | 'invite_hashes' | 'invite_emails'> => ({
  team,
  user_ids: peopleOf(team),
  invite_ids: team.invites.map(({ id }) => id),
  // Of those that have ended, too: their links tell how.
  invite_hashes: [...team.invites, ...(team.ended_invites ?? [])].map(({ key_hash }) => key_hash),
  invite_emails: [...new Set(team.invites.map(({ email }) => email))],
});

/** An organization after something changed among its people. */
export const withPeople = (row: OrganizationRow, event: Told<OrganizationTeamEvent>): OrganizationRow => ({
  ...row,
  revision: event.revision,
  ...teamColumns(withTeam(row.team, event)),
});
