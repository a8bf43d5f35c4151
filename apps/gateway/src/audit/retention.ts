import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { OwnPool, SharedPool } from '#eventing';
import type { SystemNow } from '#kernel';
import { CONFIG, LOG, POOL, SHARED_POOL, SYSTEM_NOW, type Config } from '#hosting';
import type { Logger } from '#hosting/logging/logger';

const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Rows of one statement: others wait for none of them. */
const AT_ONCE = 1_000;

/**
 * Removes what the log has kept for long enough, and the logs of organizations that are destroyed. Every gateway does it, in
 * small steps: rows that another one is removing are left to it.
 */
@Injectable()
export class AuditRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @Inject(POOL) private readonly pool: OwnPool,
    @Inject(SHARED_POOL) private readonly keys: SharedPool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'auditDays'>,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        this.log.warn({ err: error }, 'entries of the audit log that have ended could not be removed'),
      );
    }, SWEEP_MS).unref();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Looks at the log of each organization; gives how many entries were removed. */
  async sweep(): Promise<number> {
    const { auditDays } = this.config;
    const until = auditDays === 0 ? undefined : new Date(this.now().getTime() - auditDays * DAY_MS);
    let removed = 0;
    for (let id = await this.logAfter(undefined); id !== undefined; id = await this.logAfter(id)) {
      const isDestroyed = await this.isDestroyed(id);
      // Nobody can read the log of an organization that is destroyed.
      if (isDestroyed) removed += await this.remove(id, undefined);
      else if (until) removed += await this.remove(id, until);
      if (this.stopped) break;
    }
    return removed;
  }

  /** Removes entries from before a moment, or all. */
  private async remove(organizationId: string, until: Date | undefined): Promise<number> {
    for (let removed = 0; ;) {
      const { rowCount } = await this.pool.query(
        `DELETE FROM gateway.audit_log WHERE (organization_id, created_at, id) IN (
           SELECT organization_id, created_at, id FROM gateway.audit_log
           WHERE organization_id = $1 AND ($2::timestamptz IS NULL OR created_at < $2)
           ORDER BY created_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
        [organizationId, until ?? null],
      );
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < AT_ONCE || this.stopped) return removed;
    }
  }

  /** The next organization that has a log: each is one step down the index, however many entries it has. */
  private async logAfter(organizationId: string | undefined): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ organization_id: string }>(
      `SELECT organization_id FROM gateway.audit_log WHERE $1::text IS NULL OR organization_id > $1
       ORDER BY organization_id LIMIT 1`,
      [organizationId ?? null],
    );
    return rows[0]?.organization_id;
  }

  /** That a row is missing in a read model is no proof: it may be filled again. A destroyed key stays destroyed. */
  private async isDestroyed(organizationId: string): Promise<boolean> {
    const { rowCount } = await this.keys.query(
      `SELECT FROM platform.wrapped_keys
       WHERE purpose = 'documents' AND organization_id = $1 AND destroyed_at IS NOT NULL`,
      [organizationId],
    );
    return rowCount === 1;
  }
}
