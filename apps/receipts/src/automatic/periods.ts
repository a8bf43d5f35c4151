import { periodAround, type Period } from '#billing';
import type { DescribedIssuer, ReceiptPeriod } from '#contracts';

/** A period as events have it. */
export const toReceiptPeriod = ({ from, until, ...rest }: Period): ReceiptPeriod => ({
  from: from.toISOString(),
  until: until.toISOString(),
  ...rest,
});

/** The period after one: as the organization is set up now, so that another periodicity or zone applies from there on. */
export function periodAfter(
  { until }: ReceiptPeriod,
  { receipts, time_zone }: Pick<DescribedIssuer, 'receipts' | 'time_zone'>,
): ReceiptPeriod {
  // A longer one may have begun before: what is still open of its first days is invoiced with it.
  return toReceiptPeriod(periodAround(new Date(until), receipts.periodicity, time_zone));
}
