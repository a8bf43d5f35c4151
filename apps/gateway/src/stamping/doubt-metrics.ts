import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SystemNow } from '#kernel';
import { doubtsReadModel } from '#contracts';
import { POOL, SYSTEM_NOW, TELEMETRY, type Runtime } from '#hosting';
import { hoursLeft } from './hours-left.js';

/** What is in doubt by now; what was forced has its stamp, and is only watched. */
const IN_DOUBT = `SELECT d.doc->>'pac' AS pac, count(*)::int AS documents,
    min(d.sealed_at) FILTER (WHERE d.livemode) AS oldest
  FROM ${doubtsReadModel.table} AS d
  WHERE d.listed_at <= $1 AND d.doc->>'uuid' IS NULL
  GROUP BY d.doc->>'pac'`;

interface InDoubt {
  readonly pac: string;
  readonly documents: number;
  readonly oldest: Date | null;
}

/** Documents in doubt, of all organizations, read each time the metrics are. */
@Injectable()
export class DoubtMetrics {
  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(SYSTEM_NOW) systemNow: SystemNow,
    @Inject(TELEMETRY) { metrics }: Runtime['telemetry'],
  ) {
    metrics.beforeReading(async () => {
      const now = systemNow();
      // The metrics of a process come also where its database does not.
      const { rows } = await pool.query<InDoubt>(IN_DOUBT, [now]).catch(() => ({ rows: [] }));
      metrics.doubts.reset();
      metrics.doubtsHoursLeft.reset();
      for (const { pac, documents } of rows) metrics.doubts.set({ pac }, documents);
      const left = rows.flatMap(({ oldest }) => (oldest ? [hoursLeft(oldest, now)] : []));
      if (left.length > 0) metrics.doubtsHoursLeft.set(Math.min(...left));
      else metrics.doubtsHoursLeft.remove();
    });
  }
}
