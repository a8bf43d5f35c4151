import type pg from 'pg';
import type { Logger } from 'pino';
import { deterministicUuid, type Clock, type SystemNow, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import { webhooksKey, type Command, type DataOf, type Webhook } from '#contracts';
import { judgeHealth, WARN_AFTER_MS, type Failing, type Verdict } from './health.js';

export interface DisablingOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly clock: Clock;
  readonly systemNow: SystemNow;
  readonly log: Logger;
}

interface Row extends Failing {
  readonly endpoint_id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly doc: Webhook;
}

type Said = 'webhooks.disable' | 'webhooks.note-failing';

const AT_ONCE = 500;
const ANSWER_MS = 30_000;

/**
 * Tells endpoints' aggregate of those that are gone or have been failing for too long. What it could not tell is found
 * again by the next sweep; every process sweeps, and the same thing is said by the same command, which takes effect once.
 */
export class Disabling {
  private sweeping: Promise<void> | undefined;
  private again = false;

  constructor(private readonly options: DisablingOptions) {}

  /** Looks at all that fail. One at a time: who asks during a sweep gets one more after it. */
  readonly sweep = (): Promise<void> => {
    this.again = true;
    return (this.sweeping ??= this.run().finally(() => (this.sweeping = undefined)));
  };

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false;
      await this.sweepOnce().catch((error: unknown) =>
        this.options.log.warn({ err: error }, 'could not look for webhooks that fail'),
      );
    }
  }

  private async sweepOnce(): Promise<void> {
    const now = this.options.systemNow();
    const since = new Date(now.getTime() - (WARN_AFTER_MS[0] ?? 0));
    for (let after = ''; ;) {
      const { rows } = await this.options.pool.query<Row>(
        `SELECT h.endpoint_id, h.organization_id, h.livemode, h.failing_since, h.warned_at, h.gone_at, e.doc
         FROM webhooks.health AS h JOIN webhooks.endpoints AS e ON e.id = h.endpoint_id
         WHERE h.endpoint_id > $1 AND (h.gone_at IS NOT NULL OR h.failing_since <= $2)
         ORDER BY h.endpoint_id LIMIT ${AT_ONCE}`,
        [after, since.toISOString()],
      );
      for (const row of rows) await this.tell(row, now);
      after = rows.at(-1)?.endpoint_id ?? '';
      if (rows.length < AT_ONCE) return;
    }
  }

  private async tell(row: Row, now: Date): Promise<void> {
    if (row.doc.status !== 'enabled') return;
    const verdict = judgeHealth(row, now);
    if (!verdict) return;
    await this.say(row, verdict, now).catch((error: unknown) =>
      this.options.log.warn(
        { err: error, endpoint: row.endpoint_id },
        'could not tell of a webhook that fails',
      ),
    );
  }

  /** A refusal is an answer too: one that was deleted meanwhile needs nothing. */
  private async say(row: Row, verdict: Verdict, now: Date): Promise<void> {
    const { endpoint_id: webhook_id } = row;
    if (verdict.kind === 'disable') {
      const since = verdict.reason === 'gone' ? row.gone_at : row.failing_since;
      return this.send(row, 'webhooks.disable', `${verdict.reason} ${since?.toISOString()}`, {
        ...{ webhook_id, reason: verdict.reason },
      });
    }
    await this.send(row, 'webhooks.note-failing', `${verdict.day} ${verdict.since.toISOString()}`, {
      ...{ webhook_id, ...this.inTenantsTime(row, verdict, now) },
    });
    await this.options.pool.query(
      'UPDATE webhooks.health SET warned_at = $3 WHERE endpoint_id = $1 AND failing_since = $2',
      [webhook_id, verdict.since.toISOString(), now.toISOString()],
    );
  }

  /** The instants as the tenant's own clock has them; they are kept in the system's time. */
  private inTenantsTime(row: Row, { since, disabledAt }: Extract<Verdict, { kind: 'warn' }>, now: Date) {
    const ahead = this.options.clock.now(tenantOf(row)).getTime() - now.getTime();
    const shown = (at: Date): string => new Date(at.getTime() + ahead).toISOString();
    return { since: shown(since), disabled_at: shown(disabledAt) };
  }

  private async send<Type extends Said>(
    row: Row,
    type: Type,
    what: string,
    data: DataOf<Type>,
  ): Promise<void> {
    const { bus, clock } = this.options;
    const tenant = tenantOf(row);
    const id = deterministicUuid(type, row.endpoint_id, what);
    const command: Command<Type, DataOf<Type>> = {
      ...{ id, type, key: webhooksKey(tenant), tenant, actor: 'process:webhooks.deliveries' },
      ...{ correlationId: id, time: clock.now(tenant).toISOString(), data },
    };
    await bus.send(command, { timeoutMs: ANSWER_MS, senderRetries: true });
  }
}

const tenantOf = ({ organization_id: organizationId, livemode }: Row): Tenant => ({
  organizationId,
  livemode,
});
