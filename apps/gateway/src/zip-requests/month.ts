import { toInstant } from '#http';

const two = (number: number): string => String(number).padStart(2, '0');

/** Beyond it years have more than four digits, which hardly anybody reads. */
const LAST = new Date('9999-12-31T23:59:59.999Z');

/** First and last instant (milliseconds) of a month in a time zone, ISO 8601 in UTC. */
export function monthOf(
  year: number,
  month: number,
  timeZone: string,
): { readonly start_date: string; readonly end_date: string } {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const first = toInstant(`${year}-${two(month)}-01`, timeZone);
  const last = toInstant(`${year}-${two(month)}-${lastDay}T23:59:59.999`, timeZone);
  if (!first || !last) throw new RangeError(`no such month: ${year}-${month}`);
  return { start_date: first.toISOString(), end_date: (last < LAST ? last : LAST).toISOString() };
}

/** The name of a month's file. */
export const zipName = (year: number, month: number): string => `${year}-${two(month)}.zip`;
