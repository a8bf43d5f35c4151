import { field, ok, refuse, refuseFields, type Refused, type Result } from '#kernel';
import { toInstant } from '#http';

const inFuture = {
  es: 'La fecha de "{path}" está en el futuro.',
  en: 'The date of "{path}" is in the future.',
};
const body = { location: 'body' } as const;

/** An instant of the past that a body names: the instants of events are real time. Refused at its field. */
export function readPast(path: string, text: string, timeZone: string, now: Date): Result<Date> {
  const instant = toInstant(text, timeZone);
  if (!instant) return refuseDate(path);
  if (instant > now) return refuseFields([field(path, 'invalid_value', { ...body, message: inFuture })]);
  return ok(instant);
}

/** From when on, and before when; without an end, now. Refused at the field that is wrong. */
export function readPeriod(
  sent: { readonly from: string; readonly to?: string | undefined },
  timeZone: string,
  now: Date,
): Result<{ readonly from: string; readonly to: string }> {
  const from = readPast('from', sent.from, timeZone, now);
  if (!from.ok) return from;
  const to = sent.to === undefined ? now : toInstant(sent.to, timeZone);
  if (!to) return refuseDate('to');
  if (from.value > to) return refuse('invalid_date_range', { ...body, path: 'to' });
  return ok({ from: from.value.toISOString(), to: to.toISOString() });
}

/** Of the form of a date, but there is no such day. */
const refuseDate = (path: string): Refused =>
  refuse('invalid_date', {
    ...{ ...body, path },
    details: [field(path, 'invalid_format', { ...body, params: { expected: 'ISO 8601' } })],
  });
