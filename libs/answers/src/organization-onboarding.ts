import type { OrganizationOnboardingEvent, OrganizationRow } from '#contracts';
import type { Told } from './told.js';

/** Older links than these are unknown, as if they had never been. */
const KEPT_LINKS = 20;

/** The columns of an organization that never had an onboarding link. */
export const NO_ONBOARDING_LINK: Pick<
  OrganizationRow,
  'onboarding_hashes' | 'onboarding_id' | 'onboarding_expires_at'
> = { onboarding_hashes: [], onboarding_id: null, onboarding_expires_at: null };

/** An organization after a link was made, which replaces the one before, or was used. */
export function withOnboarding(
  row: OrganizationRow,
  event: Told<OrganizationOnboardingEvent>,
): OrganizationRow {
  const { revision } = event;
  if (event.type === 'OnboardingLinkCompleted')
    return row.onboarding_id === event.data.link_id
      ? { ...row, revision, onboarding_id: null, onboarding_expires_at: null }
      : { ...row, revision };
  const { id, key_hash, expires_at } = event.data;
  const onboarding_hashes = [...row.onboarding_hashes, key_hash].slice(-KEPT_LINKS);
  return { ...row, revision, onboarding_hashes, onboarding_id: id, onboarding_expires_at: expires_at };
}
