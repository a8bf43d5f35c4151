import type { SharedPool } from '#eventing';
import type { Clock } from '#kernel';
import { mailboxTable, sealedMailName, type MailHead } from '#contracts';
import type { Vault } from '#hosting';
import type { MailTransport } from './transport.js';

/** What a tenant's mailbox keeps: the latest mails, as many as fit into both. */
export interface MailboxLimits {
  readonly mails: number;
  readonly bytes: number;
}
const LIMITS: MailboxLimits = { mails: 500, bytes: 256 * 1024 * 1024 };

export interface MailboxOptions {
  readonly pool: SharedPool;
  /** Of documents. */
  readonly vault: Pick<Vault, 'seal'>;
  readonly clock: Clock;
  readonly limits?: MailboxLimits;
}

// Ids sort by time. The latest mail is always kept, whatever its size.
const PRUNE = `
  DELETE FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2 AND id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER latest AS place, sum(octet_length(COALESCE(sealed, raw))) OVER latest AS bytes
      FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2
      WINDOW latest AS (ORDER BY id DESC)
    ) AS kept WHERE place > $3 OR (bytes > $4 AND place > 1))`;

/** The local mailbox: mails stay in the database, sealed, a mailbox for each tenant, where the browser shows them. */
export function mailboxTransport({ pool, vault, clock, limits = LIMITS }: MailboxOptions): MailTransport {
  return {
    async send({ tenant, id, subject, to, raw }) {
      const { organizationId, livemode } = tenant;
      const owner = [organizationId, livemode];
      const head: MailHead = { subject, recipients: to, bytes: raw.length };
      const seal = (part: 'message' | 'head', plain: Buffer) =>
        vault.seal(organizationId, sealedMailName(livemode, id, part), plain);
      await pool.query(
        `INSERT INTO ${mailboxTable} (organization_id, livemode, id, received_at, sealed, sealed_head)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [
          ...[...owner, id, clock.now(tenant)],
          ...[await seal('message', raw), await seal('head', Buffer.from(JSON.stringify(head)))],
        ],
      );
      await pool.query(PRUNE, [...owner, limits.mails, limits.bytes]);
      return { sent: to, refused: [], later: [] };
    },
  };
}
