import { decimal, formatDecimal, ok, refuse, type Result } from '#kernel';
import { localDayOf, plusDays } from '#billing';
import { toInstant } from '#http';
import type { ReceiptSummary } from './answer.js';

/** The most days of one summary: the longest period that receipts are invoiced by has so many. */
export const MOST_DAYS = 62;

/** Days of a summary, in the time zone of its organization. */
export interface SummaryDays {
  readonly timeZone: string;
  /** As YYYY-MM-DD, one after the other. */
  readonly days: readonly string[];
  /** When each begins, and last when the first after them does. */
  readonly bounds: readonly Date[];
}

/** The receipts of one day that are alike. */
export interface SummaryGroup {
  /** Place of the day among the days, from 1. */
  readonly day: number;
  readonly branch: string | null;
  readonly payment_form: string;
  readonly status: string;
  readonly currency: string;
  readonly receipts: number;
  readonly total: string;
}

/**
 * The days of a range, by default today. Refuses what is no date (invalid_date), what starts after it ends
 * (invalid_date_range) and more than {@link MOST_DAYS} (date_range_too_large).
 */
export function summaryDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  timeZone: string,
): Result<SummaryDays> {
  const first = from === undefined ? now : toInstant(from, timeZone);
  if (!first) return refuse('invalid_date', { path: 'from', location: 'query' });
  const last = to === undefined ? (from === undefined ? now : first) : toInstant(to, timeZone);
  if (!last) return refuse('invalid_date', { path: 'to', location: 'query' });
  const firstDay = localDayOf(first, timeZone);
  const lastDay = localDayOf(last, timeZone);
  if (firstDay > lastDay) return refuse('invalid_date_range', { path: 'to', location: 'query' });
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = plusDays(day, 1)) {
    if (days.length === MOST_DAYS) return refuse('date_range_too_large', { path: 'to', location: 'query' });
    days.push(day);
  }
  const bounds = [...days, plusDays(lastDay, 1)].map((day) => toInstant(day, timeZone));
  return ok({ timeZone, days, bounds: bounds.filter((bound) => bound !== undefined) });
}

/** What was sold on those days. Canceled sales count in by_status and in the rows, and in no other sum. */
export function summaryOf({ days, timeZone }: SummaryDays, groups: readonly SummaryGroup[]): ReceiptSummary {
  const sold = groups.filter(({ status }) => status !== 'canceled');
  const shown = groups.map(({ day, total, ...group }) => ({ day, row: { ...group, total: Number(total) } }));
  return {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    timezone: timeZone,
    totals: sumsBy(sold, () => ({})),
    by_status: sumsBy(groups, ({ status }) => ({ status })),
    by_branch: sumsBy(sold, ({ branch }) => ({ branch })),
    by_payment_form: sumsBy(sold, ({ payment_form }) => ({ payment_form })),
    days: days.map((date, index) => ({
      date,
      totals: sumsBy(
        sold.filter(({ day }) => day === index + 1),
        () => ({}),
      ),
      rows: shown.filter(({ day }) => day === index + 1).map(({ row }) => row),
    })),
  };
}

/** Sums of those that are alike in something, one for each currency. */
function sumsBy<By extends object>(groups: readonly SummaryGroup[], by: (group: SummaryGroup) => By) {
  const sums = new Map<string, By & { currency: string; receipts: number; sum: bigint }>();
  for (const group of groups) {
    const { currency, receipts, total } = group;
    const key = JSON.stringify([by(group), currency]);
    const before = sums.get(key) ?? { ...by(group), currency, receipts: 0, sum: 0n };
    sums.set(key, { ...before, receipts: before.receipts + receipts, sum: before.sum + decimal(total) });
  }
  return [...sums.values()].map(({ sum, ...rest }) => ({ ...rest, total: Number(formatDecimal(sum)) }));
}
