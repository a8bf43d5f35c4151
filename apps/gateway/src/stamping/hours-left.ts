/** How old the date of a document may be when a provider gets it (RMF 2.7.2.9; error 401 after it). */
const LIMIT_HOURS = 72;
const TENTH_MS = 360_000;

/** Hours, with one decimal, in which a provider still takes a document of that date; 0 afterwards. */
export function hoursLeft(date: Date, now: Date): number {
  const left = date.getTime() + LIMIT_HOURS * 3_600_000 - now.getTime();
  return Math.max(0, Math.floor(left / TENTH_MS) / 10);
}
