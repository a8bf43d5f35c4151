/**
 * Local time of a place, as the CFDI's Fecha is written: 'YYYY-MM-DDThh:mm:ss' (tdCFDI.xsd, t_FechaH).
 * Zones are IANA names; the rules are those of the runtime's own tz database.
 */

const DAY = 24 * 60 * 60 * 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function readOffset(ms: number, timeZone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** What is known of a day (UTC) in a zone: its one offset, or null where the clock changes during it. */
const days = new Map<string, Map<number, number | null>>();
const DAYS_KEPT = 4096;

/** Milliseconds to add to UTC to get the local clock at an instant. Throws RangeError for an unknown zone. */
export function offsetAt(instantMs: number, timeZone: string): number {
  const day = Math.floor(instantMs / DAY);
  let offset = days.get(timeZone)?.get(day);
  if (offset === undefined) {
    const first = readOffset(day * DAY, timeZone);
    offset = first === readOffset((day + 1) * DAY - 1000, timeZone) ? first : null;
    let known = days.get(timeZone);
    if (!known || known.size >= DAYS_KEPT) days.set(timeZone, (known = new Map()));
    known.set(day, offset);
  }
  return offset ?? readOffset(instantMs, timeZone);
}

/** The local clock of a zone at an instant, to the second. Throws RangeError for an unknown zone. */
export function localDateTime(instant: Date, timeZone: string): string {
  const ms = instant.getTime();
  return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 19);
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;

/**
 * The instant at which a zone's clock shows a local time. A time that happens twice (the clock goes back)
 * is the first of the two; one that is skipped (the clock goes forward) is read with the offset before the
 * change, that is, moved forward by what was skipped. Throws RangeError for a malformed or impossible time.
 */
export function instantOf(local: string, timeZone: string): Date {
  const wall = LOCAL.test(local) ? Date.parse(`${local}Z`) : NaN;
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== local)
    throw new RangeError('not a local date and time: YYYY-MM-DDThh:mm:ss');
  const before = offsetAt(wall - DAY, timeZone);
  const after = offsetAt(wall + DAY, timeZone);
  for (const offset of [Math.max(before, after), Math.min(before, after)])
    if (offsetAt(wall - offset, timeZone) === offset) return new Date(wall - offset);
  return new Date(wall - before);
}
