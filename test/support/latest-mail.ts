import PostalMime from 'postal-mime';
import { sealedMailName } from '#contracts';
import type { TestApp } from './app.js';

/** The latest mail of the local mailbox. */
export async function latestMail({
  runtime: { vault, pool },
}: TestApp): Promise<{ to: string; subject: string; text: string }> {
  const { rows } = await pool.query<{ owner: string; livemode: boolean; id: string; sealed: Buffer }>(
    'SELECT organization_id AS owner, livemode, id, sealed FROM platform.mailbox ORDER BY id DESC LIMIT 1',
  );
  const [latest] = rows;
  if (!latest) throw new Error('no mail has come');
  const { owner, livemode, id, sealed } = latest;
  const message = await vault.open(owner, sealedMailName(livemode, id, 'message'), sealed);
  const { to, subject, text } = await PostalMime.parse(message);
  return { to: to?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
}
