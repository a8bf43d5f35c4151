import type pg from 'pg';
import { mailboxTable, sealedMailName, type MailHead } from '#contracts';
import { inTransaction, unlessDestroyed, type Queryable } from '#eventing';
import type { Vault } from './vault.js';

/** Mails of one transaction: few, since they have files. */
const BATCH = 20;

interface OldMail {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly subject: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
}

/**
 * Seals the mails of the local mailbox that are there in clear, from before mails were sealed; removes those of organizations
 * that are destroyed. Returns how many.
 */
export async function sealOldMails(pool: pg.Pool, vault: Vault): Promise<number> {
  for (let sealed = 0; ;) {
    const count = await inTransaction(pool, (tx) => sealBatch(tx, vault));
    if (count === 0) return sealed;
    sealed += count;
  }
}

async function sealBatch(tx: Queryable, vault: Vault): Promise<number> {
  // Without an index: a mailbox keeps 500 mails, and only installations without a mail server have one.
  const { rows } = await tx.query<OldMail>(
    `SELECT organization_id, livemode, id, subject, recipients, raw FROM ${mailboxTable}
     WHERE sealed IS NULL LIMIT ${BATCH} FOR UPDATE`,
  );
  for (const { organization_id: organizationId, livemode, id, subject, recipients, raw } of rows) {
    const head: MailHead = { subject, recipients, bytes: raw.length };
    const seal = (part: 'message' | 'head', plain: Buffer) =>
      vault.seal(organizationId, sealedMailName(livemode, id, part), plain);
    const message = await unlessDestroyed(seal('message', raw));
    if (message === undefined) {
      await tx.query(`DELETE FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2 AND id = $3`, [
        ...[organizationId, livemode, id],
      ]);
      continue;
    }
    await tx.query(
      `UPDATE ${mailboxTable} SET sealed = $4, sealed_head = $5, raw = NULL, subject = NULL, recipients = NULL
       WHERE organization_id = $1 AND livemode = $2 AND id = $3`,
      [
        ...[organizationId, livemode, id],
        ...[message, await seal('head', Buffer.from(JSON.stringify(head)))],
      ],
    );
  }
  return rows.length;
}
