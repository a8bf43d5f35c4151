import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { webhooksService } from '#apps/webhooks/src/service';
import { NO_OBSERVER } from '#apps/webhooks/src/deliveries/metrics';
import type { Outgoing, Sent } from '#apps/webhooks/src/deliveries/ports';
import { Queue } from '#apps/webhooks/src/deliveries/queue';
import { Worker, type WorkerOptions } from '#apps/webhooks/src/deliveries/worker';
import { FixedClock, newId } from '#kernel';
import type { Webhook } from '#contracts';
import { migrate, migrationsOf } from '#hosting';
import { silent } from '#hosting/testing/bench';
import { filledDatabase } from './database.js';

export const ORGANIZATION = '66f0c0c0c0c0c0c0c0c0c0aa';
export const LEASE_MS = 30_000;
const DAYS = 86_400_000;

export const answered = (status_code: number, over: Partial<Sent> = {}): Sent => ({
  ...{ status_code, duration_ms: 3, response_body: 'ok', retry_after_ms: null },
  error: status_code < 300 ? null : `answered ${status_code}`,
  ...over,
});

export interface MadeRequest extends Outgoing {
  /** Of the endpoint. */
  readonly to: string;
  readonly event: string;
}

/** A process that delivers: its requests are answered by a function. */
export interface Deliverer {
  readonly worker: Worker;
  readonly queue: Queue;
  readonly requests: MadeRequest[];
  /** From now on it takes nothing more, as a process that is dead or asleep. */
  readonly takesNothing: () => void;
}

/** The tables of deliveries, with rows that a spec inserts and processes that it starts. */
export class WebhooksBench {
  private readonly workers: Worker[] = [];
  readonly clock = new FixedClock(new Date('2026-11-26T12:00:00Z'));

  private constructor(
    readonly pool: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<WebhooksBench> {
    const database = await filledDatabase('webhooks', async (url) => {
      await migrate(url, migrationsOf([webhooksService]));
    });
    const pool = new pg.Pool({ connectionString: database.url, max: 12 });
    pool.on('error', () => undefined);
    return new WebhooksBench(pool, async () => {
      await pool.end();
      await database.drop();
    });
  }

  async clear(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.stop()));
    await this.pool.query(
      'TRUNCATE webhooks.deliveries, webhooks.attempts, webhooks.endpoints, webhooks.health, webhooks.events, webhooks.clocks',
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    await this.drop();
  }

  async addEndpoint(
    over: Partial<Webhook> & { organizationId?: string; livemode?: boolean } = {},
  ): Promise<string> {
    const { organizationId = ORGANIZATION, livemode = false, ...more } = over;
    const id = more.id ?? newId();
    const doc: Webhook = {
      ...{ id, url: `https://${id}.test/hook`, enabled_events: ['*'], description: null, headers: [] },
      ...{ headers_key: null, payload_style: 'full', ordered: false, status: 'enabled' },
      ...{ created_at: '2026-11-26T00:00:00Z', updated_at: '2026-11-26T00:00:00Z' },
      ...{
        disabled_reason: null,
        disabled_at: null,
        secrets: [{ secret_key: `webhook/${id}`, until: null }],
      },
      ...more,
    };
    await this.pool.query(
      'INSERT INTO webhooks.endpoints (id, organization_id, livemode, doc) VALUES ($1, $2, $3, $4)',
      [...[id, organizationId, livemode, JSON.stringify(doc)]],
    );
    return id;
  }

  /** Told events, and a delivery of each to the endpoint, as the collector inserts them. Gives the ids. */
  async tell(
    endpoint: string,
    count = 1,
    { resource = 'one', type = 'invoice.created', kind = 'automatic' } = {},
  ): Promise<string[]> {
    const now = this.clock.now();
    const ids = Array.from({ length: count }, () => newId(now.getTime()));
    await this.pool.query(
      `WITH told AS (
         INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
         SELECT n.id, e.organization_id, e.livemode, $3, 'invoice-1', 0, $4, $5
         FROM unnest($1::text[]) WITH ORDINALITY AS n(id, place) CROSS JOIN webhooks.endpoints e
         WHERE e.id = $2 ORDER BY n.place
       )
       INSERT INTO webhooks.deliveries (endpoint_id, event_id, organization_id, livemode, resource_id, kind, due_at, expires_at)
       SELECT e.id, n.id, e.organization_id, e.livemode, $4, $7, $5, $6
       FROM unnest($1::text[]) WITH ORDINALITY AS n(id, place) CROSS JOIN webhooks.endpoints e
       WHERE e.id = $2 ORDER BY n.place`,
      [ids, endpoint, type, resource, now, new Date(now.getTime() + 3 * DAYS), kind],
    );
    return ids;
  }

  /** How an endpoint does. */
  async setHealth(
    endpoint: string,
    health: { readonly failing_since?: Date; readonly gone_at?: Date; readonly warned_at?: Date },
  ): Promise<void> {
    await this.pool.query(
      `INSERT INTO webhooks.health (endpoint_id, organization_id, livemode, failing_since, gone_at, warned_at)
       SELECT id, organization_id, livemode, $2, $3, $4 FROM webhooks.endpoints WHERE id = $1`,
      [endpoint, health.failing_since ?? null, health.gone_at ?? null, health.warned_at ?? null],
    );
  }

  /** Starts a process. `answer`: what its requests are answered with. */
  async deliverer(
    answer: (request: MadeRequest) => Sent | Promise<Sent>,
    over: Partial<WorkerOptions> & { instance?: string } = {},
  ): Promise<Deliverer> {
    const { pool, clock } = this;
    const { instance = randomUUID(), ...options } = over;
    const requests: MadeRequest[] = [];
    const queue = options.queue ?? new Queue({ pool, systemNow: clock.now, instance, leaseMs: LEASE_MS });
    const worker = new Worker({
      ...{ queue, systemNow: clock.now, random: () => 0.5, log: silent, observer: NO_OBSERVER },
      ...{ soleInstance: false, leaseMs: LEASE_MS, pollMs: 20, stopMs: 200 },
      parts: {
        bodyOf: (eventId) => Promise.resolve(JSON.stringify({ id: eventId })),
        headersOf: ({ webhook, eventId }) => Promise.resolve({ 'webhook-id': eventId, to: webhook.id }),
      },
      sender: {
        send: async (outgoing) => {
          const made = {
            ...outgoing,
            to: outgoing.headers['to'] ?? '',
            event: outgoing.headers['webhook-id'] ?? '',
          };
          requests.push(made);
          return answer(made);
        },
      },
      ...options,
    });
    this.workers.push(worker);
    await worker.start();
    const takesNothing = () => {
      queue.claim = async () => ({ claimed: [], interrupted: 0, givenUp: 0 });
    };
    return { worker, queue, requests, takesNothing };
  }

  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row & pg.QueryResultRow>(sql, values)).rows;
  }

  async count(table: string, where = 'true', values: unknown[] = []): Promise<number> {
    const rows = await this.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM webhooks.${table} WHERE ${where}`,
      values,
    );
    return rows[0]?.n ?? 0;
  }
}
