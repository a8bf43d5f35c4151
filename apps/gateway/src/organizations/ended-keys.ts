import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import { deterministicUuid, newId, systemNow } from '#kernel';
import { endOf, organizationsReadModel, type LiveKey } from '#contracts';
import { LOG, POOL } from '#hosting';
import type { Logger } from '#hosting/logging/logger';
import { writeEntries } from '../audit/audit-table.js';
import { toOwnEntry } from '../audit/entry.js';
import { CommandSender } from '../commands.js';
import { KeyUses } from './key-uses.js';

const SWEEP_MS = 3_600_000;
const AT_ONCE = 200;

/**
 * Removes Live keys that work no more by themselves: replaced ones past their end, and those that nobody used for a
 * year. Every use is judged by the same rule, so it may be late. Each gateway does it; whoever comes second finds
 * nothing to do.
 */
@Injectable()
export class EndedKeys implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
    private readonly sender: CommandSender,
    private readonly uses: KeyUses,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        this.log.warn({ err: error }, 'Live keys that have ended could not be removed'),
      );
    }, SWEEP_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Looks at all Live keys there are; gives how many it removed. */
  async sweep(): Promise<number> {
    let removed = 0;
    for (let after = ''; ;) {
      const { rows } = await this.pool.query<{ id: string; live_keys: readonly LiveKey[]; now: Date }>(
        `SELECT id, live_keys, now() AS now FROM ${organizationsReadModel.table}
         WHERE id > $1 AND live_keys::text <> '[]' ORDER BY id LIMIT $2`,
        [after, AT_ONCE],
      );
      for (const { id, live_keys, now } of rows) removed += await this.sweepOne(id, live_keys, now);
      after = rows.at(-1)?.id ?? '';
      if (rows.length < AT_ONCE) return removed;
    }
  }

  private async sweepOne(id: string, keys: readonly LiveKey[], databaseNow: Date): Promise<number> {
    const used = await this.uses.of(keys.map(({ hash }) => hash));
    // What is removed does not come back: a clock that is ahead alone must not do it.
    const now = new Date(Math.min(this.uses.now(id).getTime(), databaseNow.getTime()));
    let removed = 0;
    for (const key of keys) {
      const reason = endOf(key, used.get(key.hash) ?? null, now);
      if (!reason) continue;
      const command = {
        ...({ type: 'organizations.end-live-key', key: id } as const),
        // The same from every gateway, and another one at the next try.
        id: deterministicUuid('end live key', key.id, now.toISOString().slice(0, 13)),
        data: { key_id: key.id, reason },
      };
      const tenant = { organizationId: id, livemode: false };
      const call = { tenant, actor: 'process:ended-keys', correlationId: newId() };
      const sent = await this.sender.send(command, call, { readModel: organizationsReadModel });
      if (!sent.ok) continue;
      removed += 1;
      const ended = toOwnEntry({
        by: { type: 'process', id: 'ended-keys' },
        at: systemNow(),
        organizationId: id,
        operation: 'write.api_keys.live_delete',
        resource: { type: 'api_key', id: key.id },
      });
      await writeEntries(this.pool, [ended]);
    }
    return removed;
  }
}
