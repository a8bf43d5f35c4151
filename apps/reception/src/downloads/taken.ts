import type { DownloadedCounts, DownloadProblem } from '#contracts';

/** What a package has come to. */
export interface Taken {
  readonly counts: DownloadedCounts;
  /** The first of those that were refused. */
  readonly problems: readonly DownloadProblem[];
  /** Own invoices whose status differs from the SAT's. */
  readonly ask: readonly string[];
}
