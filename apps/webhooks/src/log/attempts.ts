import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { deterministicId, idTime, systemNow, type Tenant } from '#kernel';
import type { AttemptDoc, AttemptsAsked } from '#contracts';
import { POOL } from '#hosting';

/** Where counting stops: further pages can't be asked for. */
const MOST_COUNTED = 3001;
/** An attempt that is under way longer than this is none any more: its process has ended without a word. */
const LONGEST_ATTEMPT_MS = 24 * 60 * 60 * 1000;

interface AttemptRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly attempt: number;
  readonly kind: string;
  readonly created_at: Date;
  readonly status_code: number | null;
  readonly duration_ms: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly next_attempt_at: Date | null;
}

const COLUMNS = `id, endpoint_id, event_id, attempt, kind, created_at, status_code, duration_ms, response_body, error,
  next_attempt_at`;

const docOf = (row: AttemptRow): AttemptDoc => ({
  id: row.id,
  webhook: row.endpoint_id,
  event: row.event_id,
  attempt: row.attempt,
  kind: row.kind === 'manual' ? 'manual' : 'automatic',
  created_at: row.created_at.toISOString(),
  status_code: row.status_code,
  duration_ms: row.duration_ms,
  response_body: row.response_body,
  error: row.error,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});

/** The log of deliveries, as its tenant may read it. */
@Injectable()
export class AttemptLog {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async find(tenant: Tenant, webhookId: string, attemptId: string): Promise<AttemptDoc | null> {
    const { rows } = await this.pool.query<AttemptRow>(
      `SELECT ${COLUMNS} FROM webhooks.attempts
       WHERE id = $1 AND endpoint_id = $2 AND organization_id = $3 AND livemode = $4`,
      [attemptId, webhookId, tenant.organizationId, tenant.livemode],
    );
    return rows[0] ? docOf(rows[0]) : null;
  }

  /** A page of attempts in the order of their ids, which is that of time; `count` where the page begins the list. */
  async list(
    tenant: Tenant,
    asked: AttemptsAsked,
  ): Promise<{ attempts: readonly AttemptDoc[]; count: number }> {
    const { parts, values } = conditionsOf(tenant, asked);
    const forward = asked.direction === 'forward';
    const beyond = asked.after === null ? [] : [`id ${forward ? '<' : '>'} $${values.length + 1}`];
    const text = `SELECT ${COLUMNS} FROM webhooks.attempts WHERE ${[...parts, ...beyond].join(' AND ')}
      ORDER BY id ${forward ? 'DESC' : 'ASC'} LIMIT ${Number(asked.take)} OFFSET ${Number(asked.skip)}`;
    const { rows } = await this.pool.query<AttemptRow>({
      name: deterministicId(text),
      text,
      values: [...values, ...(asked.after === null ? [] : [asked.after])],
    });
    const attempts = rows.map(docOf);
    // A walk is counted once, where it begins.
    return { attempts, count: asked.after === null ? await this.count(parts, values) : 0 };
  }

  private async count(parts: readonly string[], values: readonly unknown[]): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM webhooks.attempts WHERE ${parts.join(' AND ')} LIMIT ${MOST_COUNTED}) AS matches`,
      [...values],
    );
    return rows[0]?.count ?? 0;
  }
}

const STATUS = {
  succeeded: 'finished_at IS NOT NULL AND error IS NULL',
  failed: 'error IS NOT NULL',
  pending: 'finished_at IS NULL',
} as const;

function conditionsOf(
  { organizationId, livemode }: Tenant,
  { webhook_id, event_id, kind, status, from, to }: AttemptsAsked,
): { parts: readonly string[]; values: readonly unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const and = (sql: string, ...given: readonly unknown[]) => {
    let next = values.length;
    values.push(...given);
    parts.push(sql.replaceAll('?', () => `$${(next += 1)}`));
  };
  and('endpoint_id = ?', webhook_id);
  and('organization_id = ?', organizationId);
  and('livemode = ?', livemode);
  if (event_id !== null) and('event_id = ?', event_id);
  if (kind !== null) and('kind = ?', kind);
  if (status !== null) and(STATUS[status]);
  if (status === 'pending') and('id >= ?', idTime(systemNow().getTime() - LONGEST_ATTEMPT_MS));
  if (from) and(`created_at ${from.inclusive ? '>=' : '>'} ?`, from.at);
  if (to) and(`created_at ${to.inclusive ? '<=' : '<'} ?`, to.at);
  return { parts, values };
}
