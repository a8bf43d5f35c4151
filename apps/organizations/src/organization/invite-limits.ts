import { refuse, type Refused } from '#kernel';
import { INVITE_LIMITS } from '#contracts';

/** A mail that invited somebody, of the latest ones: cancelling an invitation takes no mail back. */
export interface InvitedLately {
  readonly email: string;
  readonly at: string;
}

const DAY_MS = 86_400_000;

/** The latest mails, with one more. */
export const noteInvited = (
  invited: readonly InvitedLately[],
  { email, at }: InvitedLately,
): readonly InvitedLately[] => [...invited, { email, at }].slice(-INVITE_LIMITS.aDay);

/** The refusal of another mail now, with the seconds until there may be one: of an organization, and to one address. */
export function findInviteLimit(
  invited: readonly InvitedLately[],
  email: string,
  at: string,
): Refused | undefined {
  const same = invited.filter((one) => one.email === email);
  const wait = Math.max(
    secondsUntil(invited.at(-INVITE_LIMITS.aDay), at),
    secondsUntil(same.at(-INVITE_LIMITS.anAddressADay), at),
  );
  return wait > 0 ? refuse('rate_limit_exceeded', { params: { retryAfter: String(wait) } }) : undefined;
}

/** A clock that was put back delays for no longer than a day. */
function secondsUntil(oldest: InvitedLately | undefined, at: string): number {
  if (oldest === undefined) return 0;
  const left = Math.min(Date.parse(oldest.at) + DAY_MS - Date.parse(at), DAY_MS);
  return Math.max(0, Math.ceil(left / 1000));
}
