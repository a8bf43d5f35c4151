import { ok, refuse, type Result } from '#kernel';
import {
  ONBOARDING_LINKS_A_DAY,
  type OnboardingLinkPrint,
  type OrganizationOnboardingEvent,
} from '#contracts';

/** The onboarding link of an organization: the one in force, and when the latest were made. */
export interface Onboarding {
  /** Null where there is none, or it is used. */
  readonly link: { readonly id: string; readonly expiresAt: string } | null;
  /** Oldest first. */
  readonly made: readonly string[];
}

export const noOnboarding: Onboarding = { link: null, made: [] };

export interface OnboardingCommand {
  readonly type: 'create-onboarding-link';
  readonly link: OnboardingLinkPrint;
  readonly at: string;
}

const DAY_MS = 86_400_000;

/** The onboarding after an event. */
export function evolveOnboarding(state: Onboarding, event: OrganizationOnboardingEvent): Onboarding {
  if (event.type === 'OnboardingLinkCompleted')
    return state.link?.id === event.data.link_id ? { ...state, link: null } : state;
  const { id, expires_at, at } = event.data;
  return {
    link: { id, expiresAt: expires_at },
    made: [...state.made, at].slice(-ONBOARDING_LINKS_A_DAY),
  };
}

type Decision = Result<readonly OrganizationOnboardingEvent[]>;

/** A new link, which ends the one before. */
export function decideOnboarding({ link, at }: OnboardingCommand, { made }: Onboarding): Decision {
  const retryAfter = secondsToWait(made, at);
  if (retryAfter > 0) return refuse('rate_limit_exceeded', { params: { retryAfter: String(retryAfter) } });
  return ok([{ type: 'OnboardingLinkCreated', data: { ...link, at } }]);
}

/** What becomes of a link by which a certificate was uploaded: it is used up, or the certificate is refused. */
export function useLink(linkId: string | undefined, at: string, { link }: Onboarding): Decision {
  if (linkId === undefined) return ok([]);
  if (link?.id !== linkId || at >= link.expiresAt) return refuse('onboarding_link_unavailable');
  return ok([{ type: 'OnboardingLinkCompleted', data: { link_id: linkId, at } }]);
}

/** A clock that was put back delays for no longer than a day. */
function secondsToWait(made: readonly string[], at: string): number {
  const oldest = made.at(-ONBOARDING_LINKS_A_DAY);
  if (oldest === undefined) return 0;
  const left = Math.min(Date.parse(oldest) + DAY_MS - Date.parse(at), DAY_MS);
  return Math.max(0, Math.ceil(left / 1000));
}
