import type pg from 'pg';
import type { Clock } from '#kernel';
import { mailboxTable } from '#contracts';
import type { MailTransport } from './transport.js';

/** What a tenant's mailbox keeps: the latest mails, as many as fit into both. */
export interface MailboxLimits {
  readonly mails: number;
  readonly bytes: number;
}
const LIMITS: MailboxLimits = { mails: 500, bytes: 256 * 1024 * 1024 };

export interface MailboxOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly limits?: MailboxLimits;
}

// Ids sort by time. The latest mail is always kept, whatever its size.
const PRUNE = `
  DELETE FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2 AND id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER latest AS place, sum(octet_length(raw)) OVER latest AS bytes
      FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2
      WINDOW latest AS (ORDER BY id DESC)
    ) AS kept WHERE place > $3 OR (bytes > $4 AND place > 1))`;

/** The local mailbox: mails stay in the database, a mailbox for each tenant, where the browser shows them. */
export function mailboxTransport({ pool, clock, limits = LIMITS }: MailboxOptions): MailTransport {
  return {
    async send({ tenant, id, subject, to, raw }) {
      const owner = [tenant.organizationId, tenant.livemode];
      await pool.query(
        `INSERT INTO ${mailboxTable} (organization_id, livemode, id, received_at, subject, recipients, raw)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
        [...owner, id, clock.now(tenant), subject, to, raw],
      );
      await pool.query(PRUNE, [...owner, limits.mails, limits.bytes]);
      return { sent: to, refused: [], later: [] };
    },
  };
}
