import type { Download, DownloadDay, DownloadedCounts, DownloadSummary } from '#contracts';
import { isOpen, type KnownDownload, type Part } from './download.js';
import { dayOf } from './parts.js';

/** A download as it is shown, without its days. */
export function summaryOf(id: string, state: KnownDownload): DownloadSummary {
  const { asked, begunAt, finishedAt, differences, trouble } = state;
  const { from, to, kind, format, origin } = asked;
  const days = daysOf(state);
  const count = (status: DownloadDay['status']): number => days.filter((day) => day.status === status).length;
  return {
    ...{ id, status: state.status === 'fetched' ? 'processing' : state.status },
    ...{ kind, format, origin, from, to, created_at: begunAt, finished_at: finishedAt },
    ...{ days_total: days.length, days_finished: count('finished'), days_failed: count('failed') },
    documents: days.reduce((sum, day) => sum + day.documents, 0),
    ...sumOf(days),
    ...{ differences, trouble },
  };
}

/** A download as it is shown, with its days. */
export const downloadOf = (id: string, state: KnownDownload): Download => ({
  ...summaryOf(id, state),
  days: daysOf(state),
  problems: state.problems,
});

function daysOf({ parts }: KnownDownload): DownloadDay[] {
  const byDay = new Map<string, Part[]>();
  for (const [name, part] of parts) byDay.set(dayOf(name), [...(byDay.get(dayOf(name)) ?? []), part]);
  return [...byDay].map(([date, all]) => {
    const left = all.filter(({ status }) => status !== 'split');
    const { nextAt = null, trouble = null } = left.find((part) => part.trouble ?? part.nextAt) ?? {};
    return {
      ...{ date, status: statusOf(left), next_at: nextAt, trouble },
      documents: left.reduce((sum, part) => sum + part.documents, 0),
      ...sumOf(left),
    };
  });
}

function statusOf(parts: readonly Part[]): DownloadDay['status'] {
  if (parts.every(({ status }) => status === 'finished')) return 'finished';
  if (parts.some(({ status }) => status === 'ready')) return 'downloading';
  if (parts.some((part) => isOpen(part))) return 'requested';
  return parts.some(({ status }) => status === 'failed') ? 'failed' : 'waiting';
}

const sumOf = (counted: readonly DownloadedCounts[]): DownloadedCounts => {
  const of = (name: keyof DownloadedCounts): number => counted.reduce((sum, one) => sum + one[name], 0);
  return { imported: of('imported'), duplicates: of('duplicates'), refused: of('refused') };
};
