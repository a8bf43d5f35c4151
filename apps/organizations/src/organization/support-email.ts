import { SUPPORT_MAILS, type SupportLinkPrint } from '#contracts';

/** The state of a support address: whether it is verified, and the mails that asked for it. */
export interface Support {
  readonly verified: boolean;
  /** The link that verifies the address; null once it is used, or the address is another. */
  readonly link: { readonly id: string; readonly email: string; readonly expiresAt: string } | null;
  /** When the latest mails were asked for, oldest first. */
  readonly mailed: readonly string[];
}

export const newSupport: Support = { verified: false, link: null, mailed: [] };

/** The state after a mail with a link was asked for. */
export const withMail = (
  support: Support,
  { id, email, expires_at, at }: SupportLinkPrint & { readonly email: string; readonly at: string },
): Support => ({
  verified: false,
  link: { id, email, expiresAt: expires_at },
  mailed: [...support.mailed, at].slice(-SUPPORT_MAILS.aDay),
});

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Seconds until another mail may be asked for; 0: now. A clock that was put back delays for no longer than that day. */
export function retryAfter({ mailed }: Support, at: string): number {
  const now = Date.parse(at);
  const waits = ([limit, windowMs]: readonly [number, number]): number => {
    const oldest = mailed.at(-limit);
    return oldest === undefined ? 0 : Math.min(Date.parse(oldest) + windowMs - now, windowMs);
  };
  const longest = Math.max(waits([SUPPORT_MAILS.anHour, HOUR_MS]), waits([SUPPORT_MAILS.aDay, DAY_MS]));
  return Math.max(0, Math.ceil(longest / 1000));
}
