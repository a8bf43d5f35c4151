const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What is waited after each failed attempt before the next one; after the last of them, a day each time. */
const WAITS = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR],
];
/** Waits differ by so much at random, so that the events of an endpoint that was away do not come back all at once. */
const JITTER = 0.25;

/** An event is tried until so long after it was first due. */
export const GIVE_UP_MS = 72 * HOUR;
/** An endpoint that asks for more patience than this is asked again after it. */
const MOST_PATIENCE_MS = DAY;

/** An attempt that failed, of an event that may be tried again. */
export interface FailedAttempt {
  /** How many this one makes, by schedule. */
  readonly attempts: number;
  readonly at: Date;
  /** What the endpoint asked to wait (Retry-After). */
  readonly retryAfterMs: number | null;
  /** No attempt after it. */
  readonly expiresAt: Date;
}

/**
 * When the event is tried again; null: never, it is given up.
 * @param random from 0 to 1
 */
export function planRetry(failed: FailedAttempt, random: number): Date | null {
  const planned = (WAITS[failed.attempts - 1] ?? DAY) * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(failed.retryAfterMs ?? 0, MOST_PATIENCE_MS);
  const next = new Date(failed.at.getTime() + Math.round(Math.max(planned, asked)));
  return next.getTime() > failed.expiresAt.getTime() ? null : next;
}
