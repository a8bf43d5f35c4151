import type { Refusal } from '#kernel';

/** Refusals that are about single receipts: the others could be invoiced without them. */
const OF_RECEIPTS = new Set(['receipt_keys_not_found', 'receipt_not_open', 'receipt_not_found']);

/**
 * The keys that a refusal says nothing about, where it is about single receipts alone: those that may still be invoiced.
 * Undefined: it is about all of them, and stays a refusal.
 */
export function eligibleAfter(refusal: Refusal, keys: readonly string[]): readonly string[] | undefined {
  if (!OF_RECEIPTS.has(refusal.code)) return undefined;
  const paths = [refusal.path, ...(refusal.details ?? []).map(({ path }) => path)];
  const refused = new Set(paths.flatMap((path) => /^keys\[(\d+)\]$/.exec(path ?? '')?.[1] ?? []).map(Number));
  const named = new Set([...refused].flatMap((index) => keys[index]?.toUpperCase() ?? []));
  // A key that is named twice is refused in both places.
  return refused.size === 0 ? undefined : keys.filter((key) => !named.has(key.toUpperCase()));
}
