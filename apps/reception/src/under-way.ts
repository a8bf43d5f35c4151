import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SystemNow } from '#kernel';
import { POOL, SYSTEM_NOW, TELEMETRY, type Metrics, type Runtime } from '#hosting';

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
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(TELEMETRY) { metrics }: Runtime['telemetry'],
  ) {
    metrics.beforeReading(() => this.show(metrics));
  }

  private async show(metrics: Metrics): Promise<void> {
    const read = this.pool.query<State>(READ_STATE, [this.systemNow().toISOString()]);
    // The metrics of a process come also where its database does not.
    const { rows } = await read.catch(() => ({ rows: [] }));
    const [row] = rows;
    if (!row) return;
    metrics.watchDue.set(row.due);
    metrics.watchOldest.set(Math.max(0, row.waited ?? 0));
    metrics.downloadsUnderWay.set(row.downloads);
    metrics.downloadsOldest.set(Math.max(0, row.downloading ?? 0));
  }
}
