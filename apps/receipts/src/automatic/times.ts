import type { Periodicity, ReceiptPeriod } from '#contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Invoices begin some minutes after midnight, each organization in a minute of its own: not all of them at once. */
const FIRST_MINUTE = 5;
const MINUTES = 50;

/**
 * When a period is looked at again after its first invoices, in hours after its end: for receipts that others had in their
 * hands then, and those that were written late. The tax authority wants the invoice within 24 hours.
 */
const SWEEPS_H = [2, 20] as const;

/** Pauses between tries, in minutes; the last try is some three days after the end. */
const PAUSES_MIN = [5, 15, 60, 180, 360, 720, 1_440, 1_440] as const;

/** While nobody can say whether an invoice of the period is stamped, it is looked at this often. */
const OPEN_CLAIM_MS = HOUR_MS;

const plus = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** When the receipts of a period are invoiced. @param id of the organization's automatic invoices */
export function dueAt({ until }: Pick<ReceiptPeriod, 'until'>, id: string): string {
  const minute = FIRST_MINUTE + (Number.parseInt(id.slice(-6), 16) % MINUTES);
  return plus(until, minute * MINUTE_MS);
}

/** When an organization is told that a period is about to end; null for days, which have no day before. */
export const warnAt = ({ until }: Pick<ReceiptPeriod, 'until'>, periodicity: Periodicity): string | null =>
  periodicity === 'day' ? null : plus(until, -24 * HOUR_MS);

/** When to look again, after so many looks at a period; null: it is done, unless the outcome of an invoice is open. */
export function nextLook(
  { until }: Pick<ReceiptPeriod, 'until'>,
  looks: number,
  { pending, at }: { readonly pending: boolean; readonly at: string },
): string | null {
  const hours = SWEEPS_H[looks];
  if (hours !== undefined) return plus(until, hours * HOUR_MS);
  return pending ? plus(at, OPEN_CLAIM_MS) : null;
}

/** When to try again after so many failures in a period; null: no more. */
export function nextTry(failures: number, at: string): string | null {
  const minutes = PAUSES_MIN[failures];
  return minutes === undefined ? null : plus(at, minutes * MINUTE_MS);
}
