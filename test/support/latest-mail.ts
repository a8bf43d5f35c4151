import PostalMime from 'postal-mime';
import { sealedMailName } from '#contracts';
import type { TestApp } from './app.js';

interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The latest mail of the local mailbox. */
export async function latestMail(app: TestApp): Promise<ReadMail> {
  for await (const mail of mails(app)) return mail;
  throw new Error('no mail has come');
}

/** A mail of the local mailbox to an address: mails that nobody has asked for may come at any time. */
export async function mailTo(app: TestApp, address: string): Promise<ReadMail> {
  for await (const mail of mails(app)) if (mail.to === address) return mail;
  throw new Error(`no mail has come to ${address}`);
}

async function* mails({ runtime: { vault, pool } }: TestApp): AsyncGenerator<ReadMail> {
  const { rows } = await pool.query<{ owner: string; livemode: boolean; id: string; sealed: Buffer }>(
    'SELECT organization_id AS owner, livemode, id, sealed FROM platform.mailbox ORDER BY id DESC',
  );
  for (const { owner, livemode, id, sealed } of rows) {
    const message = await vault.open(owner, sealedMailName(livemode, id, 'message'), sealed);
    const { to, subject, text } = await PostalMime.parse(message);
    yield { to: to?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
  }
}
