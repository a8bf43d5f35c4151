/** The time that a receiver has to answer: three business days, in which silence accepts (RMF 2.7.1.34). */

const DAY = 86_400_000;
const BUSINESS_DAYS = 3;
/** Central Mexico, which has had no summer time since 2022. */
const UTC_OFFSET_MS = -6 * 3_600_000;

/**
 * When the three business days (72 hours) after an instant are over: Saturdays and Sundays of central Mexico do not count. Official
 * holidays are not known here, so the real end may be later.
 * @param from ISO 8601 in UTC, as is what it gives
 */
export function deadlineAfter(from: string): string {
  let ms = Date.parse(from) + UTC_OFFSET_MS;
  // What begins at a weekend begins on Monday.
  while (isWeekend(ms)) ms = startOfDay(ms) + DAY;
  for (let left = BUSINESS_DAYS; left > 0;) {
    ms += DAY;
    if (!isWeekend(ms)) left -= 1;
  }
  return new Date(ms - UTC_OFFSET_MS).toISOString();
}

const isWeekend = (ms: number): boolean => [0, 6].includes(new Date(ms).getUTCDay());
const startOfDay = (ms: number): number => Math.floor(ms / DAY) * DAY;
