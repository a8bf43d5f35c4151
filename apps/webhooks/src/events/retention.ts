import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { OwnPool, SharedPool } from '#eventing';
import { idTime, type SystemNow } from '#kernel';
import { CONFIG, LOG, POOL, SHARED_POOL, SYSTEM_NOW, type Config } from '#hosting';
import type { Logger } from '#hosting/logging/logger';

const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Deliveries are tried for three days, and need the event. */
const LEAST_DAYS = 4;
/** Rows of one statement: others wait for none of them. */
const AT_ONCE = 1_000;

/**
 * Removes events that were kept for long enough, and all that is kept of organizations that are destroyed. Every process of
 * the service does it, in small steps: rows that another one is removing are left to it.
 */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @Inject(POOL) private readonly pool: OwnPool,
    @Inject(SHARED_POOL) private readonly keys: SharedPool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'eventDays'>,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        this.log.warn({ err: error }, 'events that were kept for long enough could not be removed'),
      );
    }, SWEEP_MS).unref();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Gives how many events were removed. */
  async sweep(): Promise<number> {
    const { eventDays } = this.config;
    let removed = 0;
    if (eventDays > 0) {
      const oldest = this.now().getTime() - Math.max(eventDays, LEAST_DAYS) * DAY_MS;
      // Ids begin with the time, so the oldest are found at one end of the index, however many there are.
      removed += await this.inSlices('id < $1', idTime(oldest));
    }
    for (
      let id = await this.tenantAfter('');
      id !== undefined && !this.stopped;
      id = await this.tenantAfter(id)
    ) {
      if (!(await this.isDestroyed(id))) continue;
      for (const table of ['deliveries', 'attempts', 'health', 'endpoints'])
        await this.pool.query(`DELETE FROM webhooks.${table} WHERE organization_id = $1`, [id]);
      removed += await this.inSlices('organization_id = $1', id);
    }
    return removed;
  }

  private async inSlices(condition: string, value: string): Promise<number> {
    for (let removed = 0; ;) {
      const { rowCount } = await this.pool.query(
        `DELETE FROM webhooks.events WHERE id IN (
           SELECT id FROM webhooks.events WHERE ${condition} ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
        [value],
      );
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < AT_ONCE || this.stopped) return removed;
    }
  }

  /** The next organization that has events: each is one step down the index, however many events it has. */
  private async tenantAfter(organizationId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ organization_id: string }>(
      `SELECT organization_id FROM webhooks.events WHERE organization_id > $1 ORDER BY organization_id LIMIT 1`,
      [organizationId],
    );
    return rows[0]?.organization_id;
  }

  /** A destroyed key stays destroyed. */
  private async isDestroyed(organizationId: string): Promise<boolean> {
    const { rowCount } = await this.keys.query(
      `SELECT FROM platform.wrapped_keys
       WHERE purpose = 'documents' AND organization_id = $1 AND destroyed_at IS NOT NULL`,
      [organizationId],
    );
    return rowCount === 1;
  }
}
