import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SystemNow } from '#kernel';
import { inboundMailsReadModel } from '#contracts';
import { POOL, SYSTEM_NOW, TELEMETRY, type Runtime } from '#hosting';

interface State {
  readonly mails: number;
  /** Seconds; null where there is none. */
  readonly oldest: number | null;
}

const READ_STATE = `
  SELECT count(*)::int AS mails, extract(epoch FROM $1::timestamptz - min(created_at))::float8 AS oldest
  FROM (SELECT created_at FROM ${inboundMailsReadModel.table}
    WHERE doc->>'status' = 'processing' ORDER BY created_at LIMIT 10000) AS m`;

/** Shows how many mails have come and are not done, read each time the metrics are. */
@Injectable()
export class MailsUnderWay {
  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(SYSTEM_NOW) systemNow: SystemNow,
    @Inject(TELEMETRY) { metrics }: Runtime['telemetry'],
  ) {
    const read = () => pool.query<State>(READ_STATE, [systemNow().toISOString()]);
    metrics.showRow(read, ({ mails, oldest }) => {
      metrics.mailsProcessing.set(mails);
      metrics.mailsOldest.set(Math.max(0, oldest ?? 0));
    });
  }
}
