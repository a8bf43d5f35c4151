import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { DOWNLOAD_LIMITS } from '#contracts';
import { localDateTime } from '#sat';

const SAT_ZONE = 'America/Mexico_City';
const DAY_MS = 86_400_000;

const TOO_LONG = {
  es: 'El periodo tiene más de {max} días: pida la última fecha ("{path}") antes, y el resto en otra descarga.',
  en: 'The period has more than {max} days: ask for an earlier last day ("{path}"), and for the rest in another download.',
};
const BACKWARDS = {
  es: 'La última fecha ("{path}") es anterior a la primera.',
  en: 'The last day ("{path}") is before the first one.',
};

/** Judges the days of a download by the SAT's clock: real days, none in the future, six years back at most, a year of them. */
export function judgePeriod(from: string, to: string, now: Date): Result<void> {
  const today = localDateTime(now, SAT_ZONE).slice(0, 10);
  // A day later than the SAT's own limit, as a request that got lost begins a little earlier the next time.
  const first = addYears(today, -DOWNLOAD_LIMITS.years);
  const problems: Detail[] = [];
  for (const [path, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!isDay(day)) problems.push(field(path, 'invalid_value'));
    else if (day > today) problems.push(field(path, 'too_large', { params: { max: today } }));
    else if (day < first) problems.push(field(path, 'too_small', { params: { min: first } }));
  }
  if (problems.length > 0) return refuseFields(problems);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return refuseFields([field('to', 'invalid_value', { message: BACKWARDS })]);
  const { days: max } = DOWNLOAD_LIMITS;
  if (days > max) return refuseFields([field('to', 'too_large', { message: TOO_LONG, params: { max } })]);
  return ok(undefined);
}

const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
};

function addYears(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return new Date(date.getTime() + DAY_MS).toISOString().slice(0, 10);
}
