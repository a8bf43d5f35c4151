import { newSecretKey, printOfKey, type LiveKey } from '#contracts';
import { newId } from '#kernel';
import type { SmallApi } from '../../support/small-api.js';

/** A Live key of an organization, put where the gateway looks for it: an incomplete organization is given none. */
export async function liveKeyOf(api: SmallApi, organization: string): Promise<string> {
  const secret = newSecretKey('live');
  const created_at = new Date().toISOString();
  const key: LiveKey = { ...printOfKey(secret, newId()), name: null, created_at, expires_at: null };
  await api.runtime.pool.query(
    `UPDATE gateway.organizations SET key_hashes = key_hashes || $2::text,
       live_keys = (live_keys::jsonb || jsonb_build_array($3::jsonb))::json
     WHERE id = $1`,
    [organization, key.hash, JSON.stringify(key)],
  );
  return secret;
}
