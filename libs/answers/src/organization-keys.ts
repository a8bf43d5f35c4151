import {
  withLiveKey,
  withoutLiveKey,
  type KeyPrint,
  type OrganizationKeysEvent,
  type OrganizationRow,
} from '#contracts';

type KeyColumns = Pick<OrganizationRow, 'key_hashes' | 'test_key_id' | 'test_key_first_12' | 'live_keys'>;

/** After all keys were revoked. */
export const NO_KEYS: KeyColumns = {
  test_key_id: null,
  test_key_first_12: null,
  live_keys: [],
  key_hashes: [],
};

/** The columns of keys with another Test key, beside the Live keys of the row. */
export const testKeyColumns = (
  { id, hash, first_12 }: KeyPrint,
  { live_keys }: Pick<OrganizationRow, 'live_keys'> = NO_KEYS,
): KeyColumns => ({
  test_key_id: id,
  test_key_first_12: first_12,
  live_keys,
  key_hashes: [hash, ...live_keys.map((key) => key.hash)],
});

/** The columns that change where a Live key is added or has ended. */
export function liveKeyColumns(
  { live_keys: before, key_hashes }: OrganizationRow,
  { type, data }: OrganizationKeysEvent,
): Pick<KeyColumns, 'live_keys' | 'key_hashes'> {
  const live_keys = type === 'LiveKeyAdded' ? withLiveKey(before, data) : withoutLiveKey(before, data.key_id);
  const others = key_hashes.filter((hash) => !before.some((key) => key.hash === hash));
  return { live_keys, key_hashes: [...others, ...live_keys.map(({ hash }) => hash)] };
}
