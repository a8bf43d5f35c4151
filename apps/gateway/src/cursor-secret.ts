import { randomBytes } from 'node:crypto';
import type { Runtime } from '#platform';

/** The installation's own secrets lie in the vault under this name, where no organization's id can be. */
const OWNER = 'gateway';
const NAME = 'cursors';

/** The secret that signs cursors: made by the first process that needs it, and the same for all. */
export async function cursorSecret({ pool, vault }: Pick<Runtime, 'pool' | 'vault'>): Promise<Buffer> {
  const sealed = await vault.seal(OWNER, NAME, randomBytes(32));
  await pool.query(
    'INSERT INTO platform.secrets (organization_id, name, sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [OWNER, NAME, sealed],
  );
  const secret = await vault.get(OWNER, NAME);
  if (!secret) throw new Error('the secret of cursors is missing');
  return secret;
}
