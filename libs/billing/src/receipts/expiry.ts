import type { ReceiptExpiry } from '#contracts';
import { plusDays } from './days.js';
import { daysAround, endOfDay, localDayOf } from './periods.js';

/**
 * When a receipt of a date expires: at the end of the local day `duration_days` after it, and no later than its billing
 * period ends; with 0 days, when that ends. After it the portal invoices it no more.
 */
export function expiryOf(date: Date, { periodicity, duration_days, time_zone }: ReceiptExpiry): Date {
  const sold = localDayOf(date, time_zone);
  const { last } = daysAround(sold, periodicity);
  const offered = plusDays(sold, duration_days);
  return endOfDay(duration_days > 0 && offered < last ? offered : last, time_zone);
}
