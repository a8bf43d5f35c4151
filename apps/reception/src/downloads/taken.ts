import type { DownloadedCounts, DownloadProblem } from '#contracts';

/** What a package has come to. */
export interface Taken {
  readonly counts: DownloadedCounts;
  /** The first of those that were refused. */
  readonly problems: readonly DownloadProblem[];
  /** Invoices that the SAT has in another status: what became of them is asked. */
  readonly ask: readonly string[];
}
