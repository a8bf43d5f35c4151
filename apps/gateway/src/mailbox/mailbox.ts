import { Inject, Injectable } from '@nestjs/common';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { Tenant } from '#kernel';
import { mailboxTable, sealedMailName, type MailHead } from '#contracts';
import type { SharedPool } from '#eventing';
import { SHARED_POOL, Vault } from '#hosting';

/** A mail as the list shows it. */
export interface MailboxEntry extends MailHead {
  readonly id: string;
  readonly received_at: Date;
}

/** As it is stored: sealed, or in clear since before mails were. */
interface StoredEntry extends MailboxEntry {
  readonly sealed_head: Buffer | null;
}
interface StoredMessage {
  readonly raw: Buffer | null;
  readonly sealed: Buffer | null;
}

export interface MailboxFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A mail, taken apart. */
export interface MailboxMessage {
  readonly id: string;
  readonly raw: Buffer;
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly date: string | null;
  readonly messageId: string;
  readonly text: string;
  /** With its pictures in it; null where there is only text. */
  readonly html: string | null;
  readonly files: readonly MailboxFile[];
}

export const MAILS_A_PAGE = 50;

/** The mails of one tenant that landed in the local mailbox. */
@Injectable()
export class Mailbox {
  constructor(
    @Inject(SHARED_POOL) private readonly pool: SharedPool,
    private readonly vault: Vault,
  ) {}

  /** The latest mails, or those before one of them; one more than a page where there are more. */
  async list({ organizationId, livemode }: Tenant, before?: string): Promise<readonly MailboxEntry[]> {
    const { rows } = await this.pool.query<StoredEntry>(
      `SELECT id, subject, recipients, received_at, octet_length(raw) AS bytes, sealed_head FROM ${mailboxTable}
       WHERE organization_id = $1 AND livemode = $2 AND ($3::text IS NULL OR id < $3)
       ORDER BY id DESC LIMIT $4`,
      [organizationId, livemode, before ?? null, MAILS_A_PAGE + 1],
    );
    return Promise.all(
      rows.map(async ({ sealed_head, ...entry }) => {
        if (sealed_head === null) return entry;
        const name = sealedMailName(livemode, entry.id, 'head');
        const head = await this.vault.open(organizationId, name, sealed_head);
        return { ...entry, ...(JSON.parse(head.toString()) as MailHead) };
      }),
    );
  }

  async message({ organizationId, livemode }: Tenant, id: string): Promise<MailboxMessage | undefined> {
    const { rows } = await this.pool.query<StoredMessage>(
      `SELECT raw, sealed FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2 AND id = $3`,
      [organizationId, livemode, id],
    );
    const { raw: clear = null, sealed = null } = rows[0] ?? {};
    const name = sealedMailName(livemode, id, 'message');
    const raw = sealed === null ? clear : await this.vault.open(organizationId, name, sealed);
    return raw === null ? undefined : messageOf(id, raw, await PostalMime.parse(raw));
  }
}

function messageOf(id: string, raw: Buffer, email: Email): MailboxMessage {
  const files = email.attachments.filter(({ disposition }) => disposition !== 'inline');
  return {
    ...{ id, raw, subject: email.subject ?? '', messageId: email.messageId ?? '', date: email.date ?? null },
    from: addresses(email.from && [email.from])[0] ?? '',
    to: addresses(email.to),
    replyTo: addresses(email.replyTo),
    text: email.text ?? '',
    html: email.html === undefined ? null : withPictures(email.html, email.attachments),
    files: files.map((file) => ({
      name: file.filename ?? 'file',
      type: file.mimeType,
      content: bytesOf(file),
    })),
  };
}

const addresses = (all: readonly Address[] = []): string[] =>
  all.flatMap(({ name, address }) => (address ? [name ? `${name} <${address}>` : address] : []));

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

/** Attached pictures (`cid:`) are put into the text itself: nothing else is ever loaded for it. */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((text, file) => {
    const cid = file.contentId?.replace(/^<|>$/g, '');
    if (!cid || !/^image\/(png|jpeg)$/.test(file.mimeType)) return text;
    return text.replaceAll(`cid:${cid}`, `data:${file.mimeType};base64,${bytesOf(file).toString('base64')}`);
  }, html);
}
