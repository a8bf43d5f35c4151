import { field, ok, refuse, type Result } from '#kernel';
import { instantOf } from '#sat/local-time';

/** A range of instants as a query gives it: ISO 8601 texts. */
export interface DateRangeInput {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
}

/** A range of instants; every bound given must hold. */
export interface InstantRange {
  readonly gt?: Date;
  readonly gte?: Date;
  readonly lt?: Date;
  readonly lte?: Date;
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The ends of the years that are written with four digits; PostgreSQL reads no others as they are written here. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** The calendar comes again after these. */
const CENTURIES_4_MS = 146_097 * 86_400_000;

/**
 * Reads an ISO 8601 date or date-time. One without zone is local to `timeZone` (IANA name); a bare date is its
 * local midnight. Undefined for anything else, impossible dates (30 February) included.
 */
export function toInstant(text: string, timeZone: string): Date | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, date = '', minutes = '00:00', seconds = '00', fraction = '', zone] = match;
  const local = `${date}T${minutes}:${seconds}`;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  try {
    // Reading it in UTC refuses dates that do not exist, which Date.parse would roll over.
    const instant = zone ? readWall(local, 'UTC') - offsetOf(zone) : readWall(local, timeZone);
    return new Date(Math.min(Math.max(instant + ms, FIRST), LAST));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Years below 100, which programs send for "ever", are read as those 400 later: `Date` takes them for 1900 and so on. */
function readWall(local: string, timeZone: string): number {
  if (!local.startsWith('00')) return instantOf(local, timeZone).getTime();
  return instantOf(`04${local.slice(2)}`, timeZone).getTime() - CENTURIES_4_MS;
}

function offsetOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  if (hours > 14 || minutes > 59) throw new RangeError('not a zone');
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;

/**
 * Reads a DateRange. Refuses `invalid_date` with the bound's path (`date.gte`) and `invalid_date_range` when
 * it starts after it ends. Undefined when there is no bound at all.
 */
export function parseDateRange(
  input: DateRangeInput | undefined,
  timeZone: string,
  path = 'date',
): Result<InstantRange | undefined> {
  if (!input) return ok(undefined);
  const range: { -readonly [K in keyof InstantRange]: Date } = {};
  for (const bound of BOUNDS) {
    const text = input[bound];
    if (text === undefined) continue;
    const instant = toInstant(text, timeZone);
    const at = `${path}.${bound}`;
    if (!instant) {
      const details = [field(at, 'invalid_format', { location: 'query', params: { expected: 'ISO 8601' } })];
      return refuse('invalid_date', { path: at, location: 'query', details });
    }
    range[bound] = instant;
  }
  const starts = [range.gt, range.gte].flatMap((date) => (date ? [date.getTime()] : []));
  const ends = [range.lt, range.lte].flatMap((date) => (date ? [date.getTime()] : []));
  if (starts.length === 0 && ends.length === 0) return ok(undefined);
  if (Math.max(...starts) > Math.min(...ends))
    return refuse('invalid_date_range', { path, location: 'query' });
  return ok(range);
}
