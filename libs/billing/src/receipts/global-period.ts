import { field, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import type { Periodicity } from '#contracts';
import { REGIMEN_BIMESTRAL, meses } from '#sat';
import { hints, periodicityHints } from '../hints.js';
import { OLDEST_DATE_MS } from '../invoices/rules/rules.js';
import { dayOf, isDay } from './days.js';
import { daysAround, isPeriodicity, lastCompletePeriod, localDayOf, monthsKey, periodOf } from './periods.js';
import type { Period } from './periods.js';

/** The period of a global invoice as a request has it; null and absent say nothing. */
export interface AskedPeriod {
  /** Local days (`2026-11-30`), or instants, which stand for their local day. */
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly periodicity?: string | null | undefined;
  readonly months?: string | null | undefined;
  readonly year?: number | null | undefined;
}

export interface PeriodSettings {
  /** The organization's own, where the request has none. */
  readonly periodicity: Periodicity;
  readonly timeZone: string;
  /** The issuer's regime: two months are for one only. */
  readonly taxSystem: string;
  readonly now: Date;
}

/** What is wrong with the name of a period, for an issuer of a regime: of a request or of its settings. */
export function periodicityProblems(name: string, taxSystem: string, path = 'periodicity'): Detail[] {
  if (!isPeriodicity(name)) return [field(path, 'invalid_value', { params: periodicityHints(name) })];
  if (name !== 'two_months' || taxSystem === REGIMEN_BIMESTRAL) return [];
  return [field(path, 'invalid_value', { message: ONLY_RIF })];
}

const ONLY_RIF = {
  es: 'El periodo bimestral ("two_months") es solo del régimen 621 (Incorporación Fiscal): indique en "{path}" otro periodo, por ejemplo "month". (CFDI40132)',
  en: 'The period of two months ("two_months") is only for regime 621 (Incorporación Fiscal): send another one in "{path}", such as "month". (CFDI40132)',
};

/**
 * The days of a global invoice, and what it says of them. Without `from` and `to`: the last period that is complete; with
 * one of them, the other is where its period begins or ends. `invalid_date_range`: it ends before it begins.
 * `invalid_global_invoice_period`: it lies in more than one billing period. (`date_range_too_large` is of reports, whose
 * days have a limit but no period.)
 */
export function globalPeriodOf(asked: AskedPeriod, settings: PeriodSettings): Result<Period> {
  const { timeZone, taxSystem, now } = settings;
  const name = asked.periodicity ?? settings.periodicity;
  const problems = periodicityProblems(name, taxSystem);
  if (problems.length > 0 || !isPeriodicity(name)) return refuseFields(problems);
  const from = dayAsked(asked.from, 'from', timeZone);
  if (!from.ok) return from;
  const to = dayAsked(asked.to, 'to', timeZone);
  if (!to.ok) return to;
  const period = periodBetween(from.value, to.value, name, settings);
  if (!period.ok) return period;
  const { first, last, global } = period.value;
  const wrong = [
    ...yearProblems(last, now, timeZone),
    ...monthsProblems(asked.months, first, last, name),
    ...(asked.year == null || [dayOf(first).year, dayOf(last).year].includes(asked.year)
      ? []
      : [field('year', 'invalid_value', { params: { values: String(global.year) } })]),
  ];
  if (wrong.length > 0) return refuseFields(wrong);
  const months = asked.months ?? global.months;
  return ok({ ...period.value, global: { ...global, months, year: yearOf(months, first, last, name) } });
}

/** Of days in two years, the one that the month is of. */
const yearOf = (months: string, first: string, last: string, periodicity: Periodicity): number =>
  dayOf(monthsKey(last, periodicity) === months ? last : first).year;

/** The local day that a request names; undefined where it names none. */
function dayAsked(
  sent: string | null | undefined,
  path: string,
  timeZone: string,
): Result<string | undefined> {
  if (sent == null) return ok(undefined);
  if (isDay(sent)) return ok(sent);
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(sent) ? new Date(sent) : undefined;
  if (instant && !Number.isNaN(instant.getTime())) return ok(localDayOf(instant, timeZone));
  return refuse('invalid_date', { path, location: 'body', params: { path } });
}

function periodBetween(
  from: string | undefined,
  to: string | undefined,
  periodicity: Periodicity,
  { timeZone, now }: PeriodSettings,
): Result<Period> {
  const known = from ?? to;
  if (known === undefined) return ok(lastCompletePeriod(now, periodicity, timeZone));
  const around = daysAround(known, periodicity);
  const first = from ?? around.first;
  const last = to ?? around.last;
  if (first > last) return refuse('invalid_date_range', { path: 'from', location: 'body' });
  if (last > around.last)
    return refuse('invalid_global_invoice_period', {
      path: 'to',
      location: 'body',
      params: { period: periodicity },
    });
  return ok(periodOf({ first, last }, periodicity, timeZone));
}

/** CFDI40136: the year of issue or the one before. */
function yearProblems(last: string, now: Date, timeZone: string): Detail[] {
  const issued = dayOf(localDayOf(now, timeZone)).year;
  const { year } = dayOf(last);
  if (year > issued) return [field('to', 'too_large', { message: NOT_YET })];
  return year < issued - 1 ? [field('to', 'too_small', { message: TOO_OLD })] : [];
}

const NOT_YET = {
  es: 'El periodo aún no llega: indique en "{path}" una fecha de este año o del anterior. (CFDI40136)',
  en: 'The period is yet to come: send in "{path}" a date of this year or the one before. (CFDI40136)',
};
const TOO_OLD = {
  es: 'Una factura global solo admite periodos de este año o del anterior: indique en "{path}" una fecha más reciente. (CFDI40136)',
  en: 'A global invoice takes periods of this year or the one before: send a later date in "{path}". (CFDI40136)',
};

/** The month of `to`, or that of `from` where a week begins in one month and ends in another. */
function monthsProblems(
  sent: string | null | undefined,
  first: string,
  last: string,
  periodicity: Periodicity,
): Detail[] {
  if (sent == null) return [];
  const allowed = [...new Set([monthsKey(last, periodicity), monthsKey(first, periodicity)])];
  if (allowed.includes(sent)) return [];
  if (!meses.has(sent)) return [field('months', 'invalid_value', { params: hints.months(sent) })];
  return [field('months', 'invalid_value', { params: { values: allowed.join(', ') } })];
}

/** A document may be dated 72 hours back: some minutes of that are left for who stamps it. */
const OLDEST_MS = OLDEST_DATE_MS - 10 * 60_000;

/**
 * When a global invoice is dated: the last second of a local day, where that has passed and is less than 72 hours ago;
 * else null, that is, when it is issued.
 */
export function globalDateOf(day: string, timeZone: string, now: Date): string | null {
  const { until } = periodOf({ first: day, last: day }, 'day', timeZone);
  return freshOrNull(new Date(until.getTime() - 1000).toISOString(), now);
}

/** A date of issue that still may be used, or null. */
export function freshOrNull(date: string | null, now: Date): string | null {
  if (date === null) return null;
  const ageMs = now.getTime() - Date.parse(date);
  return ageMs >= 0 && ageMs <= OLDEST_MS ? date : null;
}
