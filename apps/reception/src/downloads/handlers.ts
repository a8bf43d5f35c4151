import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { Asking } from './asking.js';
import { BeginDownloadHandler } from './begin.js';
import { DownloadClaims } from './claims.js';
import {
  DownloadDifferencesHandler,
  ListDownloadsHandler,
  ReadDownloadHandler,
  ReconcileDownloadHandler,
  StepDownloadHandler,
  StopDownloadHandler,
} from './commands.js';
import { ReadDailyDownloadsHandler, SetDailyDownloadsHandler } from './daily.commands.js';
import { DailyDownloads } from './daily.js';
import { DailyRows } from './daily-rows.js';
import { Downloads } from './downloads.js';
import { MetadataPackages } from './metadata.js';
import { Packages } from './packages.js';
import { Reconciliation } from './reconcile.js';
import { DownloadRows } from './rows.js';
import { Steps } from './step.js';

export const downloadHandlers = {
  'reception.begin-download': BeginDownloadHandler,
  'reception.step-download': StepDownloadHandler,
  'reception.reconcile-download': ReconcileDownloadHandler,
  'reception.stop-download': StopDownloadHandler,
  'reception.read-download': ReadDownloadHandler,
  'reception.set-daily-downloads': SetDailyDownloadsHandler,
  'reception.read-daily-downloads': ReadDailyDownloadsHandler,
  'reception.list-downloads': ListDownloadsHandler,
  'reception.download-differences': DownloadDifferencesHandler,
} satisfies LinePart<'reception'>;

export const downloadProviders: Provider[] = [
  Downloads,
  DownloadRows,
  DownloadClaims,
  Asking,
  Steps,
  Packages,
  MetadataPackages,
  Reconciliation,
  DailyRows,
  DailyDownloads,
];
