import type { DownloadAsked, DownloadPartPeriod } from '#contracts';

/** The periods that the SAT is asked for, one after the other: pure arithmetic of local times, which have no zone here. */

const DAY_MS = 86_400_000;
/** The SAT takes no period of less than two seconds; one of a minute that has too many documents cannot be parted any more. */
const SHORTEST_MS = 120_000;

const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const ms = (text: string): number => Date.parse(`${text}Z`);

/** The days of a download, each whole. */
export function daysOf({ from, to }: Pick<DownloadAsked, 'from' | 'to'>): DownloadPartPeriod[] {
  const days: DownloadPartPeriod[] = [];
  for (let at = ms(`${from}T00:00:00`); at <= ms(`${to}T00:00:00`); at += DAY_MS) {
    const part = local(at).slice(0, 10);
    days.push({ part, from: `${part}T00:00:00`, until: `${part}T23:59:59` });
  }
  return days;
}

/** The day that a part is of. */
export const dayOf = (part: string): string => part.slice(0, 10);

/** Both halves of a part; undefined where it is too short to be parted. */
export function halvesOf({ part, from, until }: DownloadPartPeriod): DownloadPartPeriod[] | undefined {
  const [begin, end] = [ms(from), ms(until)];
  if (end - begin < SHORTEST_MS) return undefined;
  const middle = begin + Math.floor((end - begin) / 2 / 1_000) * 1_000;
  return [
    { part: `${part}.1`, from, until: local(middle) },
    { part: `${part}.2`, from: local(middle + 1_000), until },
  ];
}
