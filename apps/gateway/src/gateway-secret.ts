import { randomBytes } from 'node:crypto';
import type { SharedPool } from '#eventing';
import type { Vault } from '#hosting';

/** The vault keeps the installation's own secrets under this name, which can't be an organization's id. */
const OWNER = 'gateway';

/** What each secret signs: one that is known for one thing is worth nothing for another. */
export type SecretPurpose = 'cursors' | 'download-urls' | 'invited-keys' | 'self-invoices';

/**
 * A secret of 32 bytes that the gateway signs with: made by the first process that needs it, sealed under the master
 * key, and the same for all.
 */
export async function gatewaySecret(pool: SharedPool, vault: Vault, purpose: SecretPurpose): Promise<Buffer> {
  const sealed = await vault.seal(OWNER, purpose, randomBytes(32));
  await pool.query(
    'INSERT INTO platform.secrets (organization_id, name, sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [OWNER, purpose, sealed],
  );
  const secret = await vault.get(OWNER, purpose);
  if (!secret) throw new Error(`the secret of ${purpose} is missing`);
  return secret;
}
