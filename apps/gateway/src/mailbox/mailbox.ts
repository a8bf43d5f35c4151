import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { Tenant } from '#kernel';
import { mailboxTable } from '#contracts';
import { POOL } from '#hosting';

/** A mail as the list shows it. */
export interface MailboxEntry {
  readonly id: string;
  readonly subject: string;
  readonly recipients: readonly string[];
  readonly received_at: Date;
  readonly bytes: number;
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
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** The latest mails, or those before one of them; one more than a page where there are more. */
  async list({ organizationId, livemode }: Tenant, before?: string): Promise<readonly MailboxEntry[]> {
    const { rows } = await this.pool.query<MailboxEntry>(
      `SELECT id, subject, recipients, received_at, octet_length(raw) AS bytes FROM ${mailboxTable}
       WHERE organization_id = $1 AND livemode = $2 AND ($3::text IS NULL OR id < $3)
       ORDER BY id DESC LIMIT $4`,
      [organizationId, livemode, before ?? null, MAILS_A_PAGE + 1],
    );
    return rows;
  }

  async message({ organizationId, livemode }: Tenant, id: string): Promise<MailboxMessage | undefined> {
    const { rows } = await this.pool.query<{ raw: Buffer }>(
      `SELECT raw FROM ${mailboxTable} WHERE organization_id = $1 AND livemode = $2 AND id = $3`,
      [organizationId, livemode, id],
    );
    return rows[0] && messageOf(id, rows[0].raw, await PostalMime.parse(rows[0].raw));
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
