/**
 * What is known of a key of a large catalogue (product keys, units):
 * `known` is in the loaded catalogue, `well_formed` only has its shape, `malformed` not even that.
 */
export type KeyStatus = 'known' | 'well_formed' | 'malformed';

export interface KeyEntry {
  readonly key: string;
  /** The tax authority's Spanish name. */
  readonly label: string;
}

/**
 * A large catalogue. The built-in ones hold the common keys only; the full ones, loaded by the
 * installation, implement the same shape.
 */
export interface KeyCatalogue {
  readonly name: 'c_ClaveProdServ' | 'c_ClaveUnidad';
  /** Whether this holds every key of the tax authority's catalogue, so that a missing key is refused. */
  readonly complete: boolean;
  readonly size: number;
  find(key: string): KeyEntry | undefined;
  check(key: string): KeyStatus;
}

/** A key catalogue over entries held in memory. */
export function keyCatalogue(
  name: KeyCatalogue['name'],
  shape: RegExp,
  entries: Iterable<KeyEntry>,
  complete = false,
): KeyCatalogue {
  const byKey = new Map<string, KeyEntry>();
  for (const entry of entries) byKey.set(entry.key, entry);
  return {
    name,
    complete,
    size: byKey.size,
    find: (key) => byKey.get(key),
    check: (key) => (byKey.has(key) ? 'known' : shape.test(key) ? 'well_formed' : 'malformed'),
  };
}
