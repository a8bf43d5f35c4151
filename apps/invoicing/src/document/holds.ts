/**
 * What a document holds, by its stream alone. A claim names its document and the revision at which it was made; it is
 * - `held`: the document has it, or may not be asked for it;
 * - `open`: an attempt may still be under way, or its process died: it can be ruled out by one event on the stream
 *   (`forgo`), which every such attempt notices;
 * - `dead`: nothing can come of it any more. That never changes, so whoever removes it may be late.
 */
export type Hold = 'held' | 'open' | 'dead';

/** The revision of a claim; null: a process of the release before made it, which does not say. */
export type ClaimedAt = number | null;

/** Of a document, what says which idempotency key it has. */
export type KeyHolder =
  | { readonly status: 'absent' }
  | { readonly status: 'deleted' }
  | { readonly status: 'refused' }
  | ({ readonly status: 'draft' | 'pending' | 'valid' | 'canceled' } & Keyed)
  | ({ readonly status: 'failed'; readonly refused?: true } & Keyed);

interface Keyed {
  readonly revision: number;
  readonly content: { readonly idempotency_key: string | null };
}

/** The idempotency key that a document has claimed: of the one that it has, it does not matter when. */
export function holdOfKey(holder: KeyHolder, key: string, at: ClaimedAt): Hold {
  if (holder.status === 'absent') return 'open';
  if (holder.status === 'deleted' || holder.status === 'refused') return 'dead';
  if (holder.status === 'failed' && holder.refused) return 'dead';
  if (holder.content.idempotency_key === key) return 'held';
  // Another key than its own, which an edit of the draft has claimed: there is no edit of what has been issued.
  return holder.status === 'draft' ? holdOfAttempt(holder.revision, at) : 'dead';
}

/** Everything of a document that will never be stamped, or has been canceled. */
export const ALL = 2_147_483_647;

/** The last revision whose claims of a key are dead; undefined where none is. */
export function lastDeadKey(holder: KeyHolder, key: string): number | undefined {
  if (holder.status === 'deleted' || holder.status === 'refused') return ALL;
  if (holder.status === 'failed' && holder.refused) return ALL;
  if (holder.status === 'absent' || holder.content.idempotency_key === key) return undefined;
  return holder.status === 'draft' ? holder.revision - 1 : holder.revision;
}

/** What an attempt of a draft has claimed at a revision. */
export function holdOfAttempt(revision: number, at: ClaimedAt): Hold {
  if (at === null || at === revision) return 'open';
  return at < revision ? 'dead' : 'held';
}
