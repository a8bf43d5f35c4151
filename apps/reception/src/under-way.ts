import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SystemNow } from '#kernel';
import { POOL, SYSTEM_NOW, TELEMETRY, type Runtime } from '#hosting';

interface State {
  readonly due: number;
  /** Seconds; null where there is none. */
  readonly waited: number | null;
  readonly downloads: number;
  readonly downloading: number | null;
}

/** Parts of two indexes. */
const READ_STATE = `
  SELECT (SELECT count(*)::int FROM (
            SELECT FROM reception.watched WHERE next_at <= $1 LIMIT 10000) AS w) AS due,
         (SELECT extract(epoch FROM $1::timestamptz - min(next_at))::float8 FROM reception.watched) AS waited,
         (SELECT count(*)::int FROM reception.downloads WHERE under_way) AS downloads,
         (SELECT extract(epoch FROM $1::timestamptz - min(created_at))::float8 FROM reception.downloads
            WHERE under_way) AS downloading`;

/** Shows how much the watch and bulk downloads have before them, read each time the metrics are. */
@Injectable()
export class WorkUnderWay {
  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(SYSTEM_NOW) systemNow: SystemNow,
    @Inject(TELEMETRY) { metrics }: Runtime['telemetry'],
  ) {
    const read = () => pool.query<State>(READ_STATE, [systemNow().toISOString()]);
    metrics.showRow(read, ({ due, waited, downloads, downloading }) => {
      metrics.watchDue.set(due);
      metrics.watchOldest.set(Math.max(0, waited ?? 0));
      metrics.downloadsUnderWay.set(downloads);
      metrics.downloadsOldest.set(Math.max(0, downloading ?? 0));
    });
  }
}
