import type { ClosedDoors, OrganizationDeletionEvent, OrganizationRow } from '#contracts';
import { NO_KEYS } from './organization-keys.js';
import { NO_ONBOARDING_LINK } from './organization-onboarding.js';
import { NO_SUPPORT_LINK } from './organization-settings.js';
import { NO_INVITES } from './organization-team.js';
import type { Told } from './told.js';

/** An organization that nothing opens. A column that is added must be judged here, too. */
const SHUT: ClosedDoors = {
  ...NO_KEYS,
  ...NO_SUPPORT_LINK,
  ...NO_ONBOARDING_LINK,
  ...NO_INVITES,
};

/** The columns of an organization that is not deleted. */
export const NOT_CLOSED: Pick<OrganizationRow, 'closed'> = { closed: null };

/**
 * An organization after it was deleted, restored or destroyed. While it is deleted its keys and links are put aside, so that
 * nothing that looks for them has to ask whether it still may.
 */
export function withDeletion(
  row: OrganizationRow,
  event: Told<OrganizationDeletionEvent>,
): OrganizationRow | undefined {
  const { revision } = event;
  switch (event.type) {
    case 'OrganizationDeleted': {
      const { deletes_at } = event.data;
      return { ...row, revision, ...SHUT, closed: doorsOf(row), doc: { ...row.doc, deletes_at } };
    }
    case 'OrganizationDeletionPostponed':
      return { ...row, revision, doc: { ...row.doc, deletes_at: event.data.deletes_at } };
    case 'OrganizationRestored': {
      const { deletes_at: _, ...doc } = row.doc;
      return { ...row, revision, ...SHUT, ...row.closed, ...NOT_CLOSED, doc };
    }
    case 'OrganizationDestroyed':
      return undefined;
  }
}

const doorsOf = (row: OrganizationRow): ClosedDoors =>
  Object.fromEntries(
    Object.keys(SHUT).map((name) => [name, row[name as keyof ClosedDoors]]),
  ) as unknown as ClosedDoors;
