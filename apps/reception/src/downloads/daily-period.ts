import { isBegun, type DownloadState } from './download.js';
import { dayOf } from './parts.js';

const DAY_MS = 86_400_000;
/** After an outage of the installation, days that were never asked for are made up for: as many as a download may have. */
const MOST_DAYS = 366;
/** A day that failed, or has not come yet, is in the downloads of the days after it; a week later nobody tries any more. */
const TRIED_AGAIN_DAYS = 7;

export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * From which day on the download of `yesterday` goes: from the day before, for what came late; from the last day that was asked for, where
 * days were missed since; and from the first day of the download before that it does not have, where the SAT was out of reach.
 *
 * @param lastDay up to which day downloads were begun; null: none was
 * @param before the download that ended with that day
 */
export function firstDay(yesterday: string, lastDay: string | null, before: DownloadState): string {
  const asUsual = daysBefore(yesterday, 1);
  // A last day to come is of a clock that was wrong: nothing follows from it.
  if (lastDay === null || lastDay >= yesterday) return asUsual;
  const latest = (one: string, other: string): string => (one > other ? one : other);
  const earliest = (one: string, other: string): string => (one < other ? one : other);
  const missed = latest(lastDay, daysBefore(yesterday, MOST_DAYS - 1));
  // Who stopped a download does not want its days.
  const lacking =
    isBegun(before) && before.status !== 'stopped'
      ? [...before.parts.values()]
          .filter(({ status }) => status !== 'finished' && status !== 'split')
          .map(({ period }) => dayOf(period.part))
          .reduce(earliest, yesterday)
      : yesterday;
  const again = latest(lacking, daysBefore(yesterday, TRIED_AGAIN_DAYS));
  return [missed, again].reduce(earliest, asUsual);
}
