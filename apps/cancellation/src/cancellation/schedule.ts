/** When the tax authority is asked about requests that have no outcome yet. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Looks at a request that the tax authority has, counted from when it was taken: ever more seldom for five days, which
 * hold the three business days that a receiver has, then daily. After the last one only a refresh asks.
 */
export const LOOKS_MS: readonly number[] = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 12].map((hours) => hours * HOUR),
  ...[24, 36, 48, 60, 72, 84, 96, 108, 120].map((hours) => hours * HOUR),
  ...[6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((days) => days * DAY),
];

/** All the looks at a request that was taken at an instant, ISO 8601 in UTC. */
export const looksAfter = (at: string): readonly string[] =>
  LOOKS_MS.map((ms) => new Date(Date.parse(at) + ms).toISOString());

/** Pauses before a request that got no answer is taken up again, in seconds; the last one repeats. */
export const RETRY_SECONDS: readonly number[] = [
  5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200,
];
/** How long a request is sent that never gets an answer. */
export const GIVE_UP_MS = 15 * DAY;

/** The next try after the n-th without an answer. */
export function retryAfter(tries: number, now: Date): string {
  const seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length) - 1] ?? 0;
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** A document reaches the tax authority's records up to so long after its stamp; until then 205 is no last word. */
export const KNOWN_AFTER_MS = 72 * HOUR;
