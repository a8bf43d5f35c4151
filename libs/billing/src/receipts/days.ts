/** Local days as text, `YYYY-MM-DD`: they compare in order, and have neither time nor zone. */

const DAY_MS = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

export const dayOf = (day: string): { year: number; month: number; date: number } => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  date: Number(day.slice(8, 10)),
});

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const toDay = (year: number, month: number, date: number): string =>
  textOf(Date.UTC(year, month - 1, date));

/** The last day of a month. */
export const monthEnd = (year: number, month: number): string => textOf(Date.UTC(year, month, 0));

export const plusDays = (day: string, days: number): string => textOf(Date.parse(day) + days * DAY_MS);

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

/** Whether a text is a day that exists. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && textOf(ms) === text;
}
