import type pg from 'pg';
import { idTime, newId } from '#kernel';
import type { Tenant } from '#kernel';
import { filledDatabase } from '../../../../test/support/database.js';
import { createPool } from '#hosting/postgres/pool';
import { migrate } from '#hosting/runtime/migrate';
import { migrationsOf } from '#hosting/runtime/migrations';
import { webhooksService } from '../service.js';

/** For specs: a database with the tables of the service. */
export async function openLog(): Promise<{ readonly pool: pg.Pool; dispose(): Promise<void> }> {
  const database = await filledDatabase('webhooks', async (url) => {
    await migrate(url, migrationsOf([webhooksService]));
  });
  const pool = createPool(database.url, { applicationName: 'test', max: 6, onIdleError: () => undefined });
  return {
    pool,
    async dispose() {
      await pool.end();
      await database.drop();
    },
  };
}

/** Those of a process do not go back in time with it. */
const idAt = (at: Date): string => idTime(at.getTime()) + newId().slice(12);

export interface GivenAttempt {
  readonly id?: string;
  readonly endpoint: string;
  readonly event?: string;
  readonly attempt?: number;
  readonly kind?: 'automatic' | 'manual';
  readonly at?: Date;
  /** Undefined: it is under way. */
  readonly status?: number | null;
  readonly error?: string | null;
  readonly ms?: number;
}

/** For specs: an attempt that was made. */
export async function addAttempt(pool: pg.Pool, tenant: Tenant, given: GivenAttempt): Promise<string> {
  const { at = new Date(), status, error = null, ms = 12 } = given;
  const id = given.id ?? idAt(at);
  const finished = status === undefined ? null : new Date(at.getTime() + ms);
  await pool.query(
    `INSERT INTO webhooks.attempts (id, endpoint_id, event_id, organization_id, livemode, attempt, kind, created_at,
       finished_at, status_code, duration_ms, response_body, error, next_attempt_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, NULL)`,
    [
      ...[id, given.endpoint, given.event ?? newId(), tenant.organizationId, tenant.livemode],
      ...[given.attempt ?? 1, given.kind ?? 'automatic', at, finished, status ?? null],
      ...[finished && ms, finished && 'ok', error],
    ],
  );
  return id;
}

/** For specs: an event that was told. */
export async function addEvent(
  pool: pg.Pool,
  { organizationId, livemode }: Tenant,
  { type, at = new Date(), resource = newId() }: { type: string; at?: Date; resource?: string },
): Promise<string> {
  const id = idAt(at);
  await pool.query(
    `INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, $7)`,
    [id, organizationId, livemode, type, `invoice-${resource}`, resource, at],
  );
  return id;
}
