import type { GlobalInformation, Periodicity } from '#contracts';
import { instantOf, localDateTime, periodicidadOf } from '#sat';
import { dayOf, monthEnd, plusDays, toDay, weekdayOf } from './days.js';

export const isPeriodicity = (name: string): name is Periodicity => periodicidadOf(name) !== undefined;

/** A period of days in a time zone. */
export interface Period {
  /** The first instant of its first day, and the first after its last day. */
  readonly from: Date;
  readonly until: Date;
  /** Local days, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  readonly global: GlobalInformation;
}

/** The local day of an instant, `YYYY-MM-DD`. */
export const localDayOf = (instant: Date, timeZone: string): string =>
  localDateTime(instant, timeZone).slice(0, 10);

/**
 * The first instant of a local day. A zone whose clock skips midnight begins the day when its clock shows the first time
 * of that day; one that repeats midnight begins it with the first of the two.
 */
export const startOfDay = (day: string, timeZone: string): Date => instantOf(`${day}T00:00:00`, timeZone);

/** The last instant of a local day, to the millisecond. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(startOfDay(plusDays(day, 1), timeZone).getTime() - 1);

/** The first and the last local day of the period that a local day is in. */
export function daysAround(day: string, periodicity: Periodicity): { first: string; last: string } {
  const { year, month, date } = dayOf(day);
  switch (periodicity) {
    case 'day':
      return { first: day, last: day };
    case 'week': {
      const first = plusDays(day, -weekdayOf(day));
      return { first, last: plusDays(first, 6) };
    }
    case 'fortnight':
      return date <= 15
        ? { first: toDay(year, month, 1), last: toDay(year, month, 15) }
        : { first: toDay(year, month, 16), last: monthEnd(year, month) };
    case 'month':
      return { first: toDay(year, month, 1), last: monthEnd(year, month) };
    case 'two_months': {
      const odd = month - ((month - 1) % 2);
      return { first: toDay(year, odd, 1), last: monthEnd(year, odd + 1) };
    }
  }
}

/** The key of a day's month in c_Meses: 01 to 12, or 13 to 18 for two months. */
export const monthsKey = (day: string, periodicity: Periodicity): string => {
  const { month } = dayOf(day);
  return String(periodicity === 'two_months' ? 12 + Math.ceil(month / 2) : month).padStart(2, '0');
};

/** The period of some local days, which lie in one billing period; its month and year are those of the last. */
export const periodOf = (
  { first, last }: { readonly first: string; readonly last: string },
  periodicity: Periodicity,
  timeZone: string,
): Period => ({
  from: startOfDay(first, timeZone),
  until: startOfDay(plusDays(last, 1), timeZone),
  first,
  last,
  global: { periodicity, months: monthsKey(last, periodicity), year: dayOf(last).year },
});

/** The billing period that an instant is in: a week is Monday to Sunday, a fortnight 1 to 15 or 16 to the end of the month. */
export const periodAround = (instant: Date, periodicity: Periodicity, timeZone: string): Period =>
  periodOf(daysAround(localDayOf(instant, timeZone), periodicity), periodicity, timeZone);

/** The billing period that ended last. */
export const lastCompletePeriod = (now: Date, periodicity: Periodicity, timeZone: string): Period => {
  const { first } = daysAround(localDayOf(now, timeZone), periodicity);
  return periodOf(daysAround(plusDays(first, -1), periodicity), periodicity, timeZone);
};
