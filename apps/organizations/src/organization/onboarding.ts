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

export type OnboardingCommand =
  | { type: 'create-onboarding-link'; link: OnboardingLinkPrint; at: string }
  | { type: 'complete-onboarding'; linkId: string; at: string };

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

/** What becomes of a link that is made, or was used. */
export function decideOnboarding(
  command: OnboardingCommand,
  { link, made }: Onboarding,
): Result<readonly OrganizationOnboardingEvent[]> {
  const { at } = command;
  if (command.type === 'create-onboarding-link') {
    const retryAfter = secondsToWait(made, at);
    if (retryAfter > 0) return refuse('rate_limit_exceeded', { params: { retryAfter: String(retryAfter) } });
    return ok([{ type: 'OnboardingLinkCreated', data: { ...command.link, at } }]);
  }
  if (link?.id !== command.linkId || at >= link.expiresAt) return refuse('onboarding_link_unavailable');
  return ok([{ type: 'OnboardingLinkCompleted', data: { link_id: command.linkId, at } }]);
}

/** A clock that was put back delays for no longer than a day. */
function secondsToWait(made: readonly string[], at: string): number {
  const oldest = made.at(-ONBOARDING_LINKS_A_DAY);
  if (oldest === undefined) return 0;
  const left = Math.min(Date.parse(oldest) + DAY_MS - Date.parse(at), DAY_MS);
  return Math.max(0, Math.ceil(left / 1000));
}
