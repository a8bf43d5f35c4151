import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { idTime, systemNow, type Tenant } from '#kernel';
import type { NoticedWebhook, WebhookHealth } from '#contracts';
import { POOL } from '#hosting';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of how many attempts at most rates are made: an endpoint may have millions in a day. */
const LATEST = 1_000;
/** Where counting what waits stops. */
const MOST_WAITING = 10_000;

interface Rates {
  readonly attempts: number;
  readonly finished: number;
  readonly succeeded: number;
  readonly p95_ms: number | null;
}
interface Since {
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
}
interface Failure {
  readonly id: string;
  readonly created_at: Date;
  readonly status_code: number | null;
  readonly error: string;
}

/** How endpoints do. */
@Injectable()
export class EndpointHealth {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Of the latest thousand attempts of the last day; what waits is counted up to ten thousand. */
  async read(tenant: Tenant, webhookId: string): Promise<WebhookHealth> {
    const [rates, pending, since, lastFailure] = await Promise.all([
      this.rates(tenant, webhookId),
      this.pending(tenant, webhookId),
      this.since(tenant, webhookId),
      this.lastFailure(tenant, webhookId),
    ]);
    return {
      success_rate: rates.finished === 0 ? null : Math.round((rates.succeeded / rates.finished) * 1e4) / 1e4,
      p95_ms: rates.p95_ms,
      attempts: rates.attempts,
      pending,
      last_success_at: since?.last_success_at?.toISOString() ?? null,
      last_failure: lastFailure,
      failing_since: since?.failing_since?.toISOString() ?? null,
    };
  }

  /** What a mail says of a failing endpoint. */
  async trouble(
    tenant: Tenant,
    webhookId: string,
  ): Promise<Pick<NoticedWebhook, 'failing_since' | 'last_failure'>> {
    const [since, last_failure] = await Promise.all([
      this.since(tenant, webhookId),
      this.lastFailure(tenant, webhookId),
    ]);
    return { failing_since: since?.failing_since?.toISOString() ?? null, last_failure };
  }

  private async rates({ organizationId, livemode }: Tenant, webhookId: string): Promise<Rates> {
    const { rows } = await this.pool.query<Rates>(
      `SELECT count(*)::int AS attempts, count(finished_at)::int AS finished,
         (count(finished_at) FILTER (WHERE error IS NULL))::int AS succeeded,
         (percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status_code IS NOT NULL)) AS p95_ms
       FROM (
         SELECT finished_at, error, duration_ms, status_code FROM webhooks.attempts
         WHERE endpoint_id = $1 AND organization_id = $2 AND livemode = $3 AND id >= $4
         ORDER BY id DESC LIMIT ${LATEST}) AS latest`,
      [webhookId, organizationId, livemode, idTime(systemNow().getTime() - DAY_MS)],
    );
    return rows[0] ?? { attempts: 0, finished: 0, succeeded: 0, p95_ms: null };
  }

  private async pending({ organizationId, livemode }: Tenant, webhookId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM webhooks.deliveries WHERE endpoint_id = $1 AND organization_id = $2 AND livemode = $3
         LIMIT ${MOST_WAITING}) AS waiting`,
      [webhookId, organizationId, livemode],
    );
    return rows[0]?.count ?? 0;
  }

  /** Since when it fails is kept in the system's time, moved with the test clock, and shown as that clock had it. */
  private async since({ organizationId, livemode }: Tenant, webhookId: string): Promise<Since | undefined> {
    const { rows } = await this.pool.query<Since>(
      `SELECT h.failing_since + coalesce(c.offset_ms, 0) * interval '1 millisecond' AS failing_since, h.last_success_at
       FROM webhooks.health AS h
       LEFT JOIN webhooks.clocks AS c ON c.organization_id = h.organization_id AND NOT h.livemode
       WHERE h.endpoint_id = $1 AND h.organization_id = $2 AND h.livemode = $3`,
      [webhookId, organizationId, livemode],
    );
    return rows[0];
  }

  private async lastFailure(
    { organizationId, livemode }: Tenant,
    webhookId: string,
  ): Promise<WebhookHealth['last_failure']> {
    const { rows } = await this.pool.query<Failure>(
      `SELECT id, created_at, status_code, error FROM webhooks.attempts
       WHERE endpoint_id = $1 AND organization_id = $2 AND livemode = $3 AND error IS NOT NULL
       ORDER BY id DESC LIMIT 1`,
      [webhookId, organizationId, livemode],
    );
    const [row] = rows;
    if (!row) return null;
    return {
      ...{ at: row.created_at.toISOString(), attempt: row.id },
      ...{ status_code: row.status_code, error: row.error },
    };
  }
}
