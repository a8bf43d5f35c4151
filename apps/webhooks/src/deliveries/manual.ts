import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { deterministicId, type SystemNow, type Tenant } from '#kernel';
import type { AttemptDoc, Webhook } from '#contracts';
import { POOL, SYSTEM_NOW } from '#hosting';
import type { Claimed } from './claimed.js';
import { Deliveries } from './deliveries.js';
import { GIVE_UP_MS } from './schedule.js';
import { REDELIVER } from './manual-statements.js';

/** Which attempt is made once more, and by which command: one that comes twice makes one attempt. */
export interface Redelivery {
  readonly commandId: string;
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly attemptId: string;
}

interface Row {
  readonly delivery_id: string | null;
  readonly id: string;
  readonly event_id: string;
  readonly attempt: number;
  readonly created_at: Date;
  readonly status_code: number | null;
  readonly duration_ms: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly doc: Webhook;
}

/** Deliveries by hand: one attempt, at once, also to an endpoint that is disabled, whose owner may want to try it. */
@Injectable()
export class Redeliveries {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(Deliveries) private readonly deliveries: Pick<Deliveries, 'instance' | 'leaseMs' | 'lease'>,
  ) {}

  /**
   * Delivers the event of an attempt once more. Answers the new attempt, which is recorded and under way; null where there is
   * no such attempt, or its event is kept no longer. Undefined where as many are under way as may be: nobody's storm of
   * these takes the room of others.
   */
  async redeliver(asked: Redelivery): Promise<AttemptDoc | null | undefined> {
    const leased = this.deliveries.lease(asked.webhookId, asked.tenant.organizationId);
    if (!leased) return undefined;
    let isRun = false;
    try {
      return await this.record(asked, (claimed) => {
        isRun = true;
        leased.run(claimed);
      });
    } finally {
      if (!isRun) leased.end();
    }
  }

  private async record(
    { commandId, tenant, webhookId, attemptId }: Redelivery,
    run: (claimed: Claimed) => void,
  ): Promise<AttemptDoc | null> {
    const { organizationId, livemode } = tenant;
    const { instance, leaseMs } = this.deliveries;
    const now = this.systemNow();
    const expiresAt = new Date(now.getTime() + GIVE_UP_MS);
    const { rows } = await this.pool.query<Row>({
      name: 'redeliver',
      text: REDELIVER,
      values: [
        ...[attemptId, webhookId, organizationId, livemode],
        ...[deterministicId(commandId, 'redelivery'), now.toISOString(), expiresAt.toISOString()],
        ...[instance, leaseMs],
      ],
    });
    const row = rows[0];
    if (!row) return null;
    if (row.delivery_id !== null)
      run({
        ...{ id: row.delivery_id, attemptId: row.id, endpointId: webhookId, eventId: row.event_id },
        ...{ organizationId, livemode, kind: 'manual', attempts: 1, dueAt: now, expiresAt, webhook: row.doc },
      });
    return {
      ...{ id: row.id, webhook: webhookId, event: row.event_id, attempt: row.attempt, kind: 'manual' },
      ...{
        created_at: row.created_at.toISOString(),
        status_code: row.status_code,
        duration_ms: row.duration_ms,
      },
      ...{ response_body: row.response_body, error: row.error, next_attempt_at: null },
    };
  }
}
