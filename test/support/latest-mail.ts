import PostalMime from 'postal-mime';
import { sealedMailName } from '#contracts';
import type { TestApp } from './app.js';

/** A mail of the local mailbox. */
export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The latest mail of the local mailbox. */
export async function latestMail(app: TestApp): Promise<ReadMail> {
  const [latest] = await readMails(app, 1);
  if (!latest) throw new Error('no mail has come');
  return latest;
}

/** The mails of the local mailbox, newest first. */
export async function readMails(
  { runtime: { vault, pool } }: TestApp,
  limit = 100,
): Promise<readonly ReadMail[]> {
  const { rows } = await pool.query<{ owner: string; livemode: boolean; id: string; sealed: Buffer }>(
    'SELECT organization_id AS owner, livemode, id, sealed FROM platform.mailbox ORDER BY id DESC LIMIT $1',
    [limit],
  );
  return Promise.all(
    rows.map(async ({ owner, livemode, id, sealed }) => {
      const message = await vault.open(owner, sealedMailName(livemode, id, 'message'), sealed);
      const { to, subject, text } = await PostalMime.parse(message);
      return { to: to?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
    }),
  );
}
