import { instantOf, localDateTime } from '#sat';
import type { FiscalDocument, SatStanding } from '#contracts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After its import a document is asked about when it is an hour, and 1, 3, 7, 15 and 30 days old; and then each 30 days. */
const WAITS = [HOUR, 23 * HOUR, 2 * DAY, 4 * DAY, 8 * DAY, 15 * DAY];
const MONTH = 30 * DAY;
/** While a receiver may answer a request, which is 72 hours at first, and without end after a rejection. */
const IN_PROCESS = 12 * HOUR;
/** What is waited after each look in a row that learned nothing; after the last of them, a day each time. */
const RETRIES = [15 * MINUTE, HOUR, 6 * HOUR];

/** The tax authority's clock. */
const SAT_ZONE = 'America/Mexico_City';
/** RFC of a legal person. */
const MORAL = 12;

/** How far the watch of a document has come. */
export interface Progress {
  /** How many looks have learned something. */
  readonly step: number;
  /** How many in a row have learned nothing. */
  readonly misses: number;
}

export type NextLook = { readonly kind: 'over' } | ({ readonly kind: 'in'; readonly ms: number } & Progress);

/**
 * Until when the issuer of a document may cancel it: to the end of the month in which its annual return of the year of issue is due
 * (CFF 29-A, RMF 2.7.1.47): March for legal persons, April for natural ones.
 * @param issuedAt instant of issue
 */
export function windowEnd(issuedAt: Date, { issuer_rfc }: Pick<FiscalDocument, 'issuer_rfc'>): Date {
  const year = Number(localDateTime(issuedAt, SAT_ZONE).slice(0, 4)) + 1;
  const first = issuer_rfc.length === MORAL ? '04' : '05';
  return instantOf(`${year}-${first}-01T00:00:00`, SAT_ZONE);
}

/** When the first look is, and its place among them: at once, unless the import has asked already. */
export const firstLook = ({ status }: Pick<SatStanding, 'status'>): { ms: number; step: number } =>
  status === null ? { ms: 0, step: 0 } : { ms: WAITS[0] ?? HOUR, step: 1 };

/**
 * When a document is asked about next, after a look.
 * @param issuing whether the organization issued it itself: then it is asked about until the tax authority has it
 * @param said what was answered now
 * @param known what is known with it
 * @param now of its tenant
 */
export function nextLook(
  { step, misses, issuing = false }: Progress & { readonly issuing?: boolean },
  { said, known }: { readonly said: SatStanding; readonly known: SatStanding },
  window: { readonly now: Date; readonly end: Date },
): NextLook {
  if (known.status === 'canceled') return { kind: 'over' };
  // Who issued it cancels it: nobody else does.
  if (issuing && known.status === 'valid') return { kind: 'over' };
  const isPast = window.now >= window.end;
  if (said.status === null) {
    const ms = RETRIES[misses] ?? DAY;
    // After the window nobody asks for ever; whoever never answered in a month will not.
    return isPast && misses > MOST_MISSES ? { kind: 'over' } : { kind: 'in', ms, step, misses: misses + 1 };
  }
  if (known.cancellation === 'pending') return { kind: 'in', ms: IN_PROCESS, step: step + 1, misses: 0 };
  if (isPast) return { kind: 'over' };
  return { kind: 'in', ms: WAITS[step] ?? MONTH, step: step + 1, misses: 0 };
}

const MOST_MISSES = 30;
