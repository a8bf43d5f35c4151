import { randomBytes } from 'node:crypto';
import { hashSecretKey } from '#contracts';
import type { SmallApi } from '../../support/small-api.js';

/** A Live key of an organization, put where the gateway looks for it: an incomplete organization is given none. */
export async function liveKeyOf(api: SmallApi, organization: string): Promise<string> {
  const key = `sk_live_${randomBytes(20).toString('hex')}`;
  await api.runtime.pool.query(
    'UPDATE gateway.organizations SET key_hashes = key_hashes || $2::text WHERE id = $1',
    [organization, hashSecretKey(key)],
  );
  return key;
}
