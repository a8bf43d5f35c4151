import type { DownloadEvent } from '../downloads.js';
import { internal, type Lines } from './lines.js';

const WORK = 'how a download goes on; what it brings is told by its invoices';

export const downloadLines: Lines<DownloadEvent> = {
  DownloadBegun: internal(WORK),
  DownloadPartRequested: internal(WORK),
  DownloadPartDelayed: internal(WORK),
  DownloadPartGivenUp: internal(WORK),
  DownloadPartReady: internal(WORK),
  DownloadPackageTaken: internal(WORK),
  DownloadPartSplit: internal(WORK),
  DownloadPartFailed: internal(WORK),
  DownloadFetched: internal(WORK),
  DownloadReconciled: internal(WORK),
  DownloadFinished: internal(WORK),
  DownloadFailed: internal(WORK),
  DownloadStopped: internal(WORK),
  DownloadForgone: internal('an attempt that came to nothing: there is no download'),
};
