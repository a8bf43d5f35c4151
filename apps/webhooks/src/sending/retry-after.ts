const DAY_MS = 86_400_000;
/** The one form of a date that servers may send (RFC 9110): `Sun, 06 Nov 1994 08:49:37 GMT`. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** For how long a receiver wants to be left alone, a day at most; null where it does not say so. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, DAY_MS);
  const until = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(until) ? null : Math.min(Math.max(until - now.getTime(), 0), DAY_MS);
}
