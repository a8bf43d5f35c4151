import { systemNow } from '#kernel';
import { localDateTime } from '#sat';

/**
 * Days that examples of the document name: near the start of the process, so that a request for a month finds what a reader
 * has just made. The collection has variables in their place (scripts/lib/collection-days.mjs).
 */
const today = localDateTime(systemNow(), 'America/Mexico_City');

/** YYYY-MM. */
export const THIS_MONTH = today.slice(0, 7);
export const [YEAR = 0, MONTH = 0] = THIS_MONTH.split('-').map(Number);

/** Its first and last day in Mexico City. */
export const MONTH_START = `${THIS_MONTH}-01T00:00:00-06:00`;
export const MONTH_END = `${new Date(Date.UTC(YEAR, MONTH, 0)).toISOString().slice(0, 10)}T12:00:00-06:00`;

/** A month from now: later than the Test clock, and few days to go. */
export const NEXT_MONTH = new Date(systemNow().getTime() + 30 * 86_400_000)
  .toISOString()
  .replace(/T.*/, 'T12:00:00Z');
