import type { Invoice } from './invoice.js';

/**
 * What an invoice holds, by its stream alone. A claim names its invoice and the revision at which it was made; it is
 * - `held`: the invoice has it, or may not be asked for it;
 * - `open`: an attempt may still be under way, or its process died: it can be ruled out by one event on the stream
 *   (`forgo`), which every such attempt notices;
 * - `dead`: nothing can come of it any more. That never changes, so whoever removes it may be late.
 */
export type Hold = 'held' | 'open' | 'dead';

/** The revision of a claim; null: a process of the release before made it, which does not say. */
export type ClaimedAt = number | null;

/** What a payment has claimed of the invoices that it pays. */
export function holdOfBalance(payment: Invoice, at: ClaimedAt): Hold {
  switch (payment.status) {
    case 'absent':
      return 'open';
    case 'draft':
      return holdOfAttempt(payment.revision, at);
    case 'pending':
    case 'valid':
      return at !== null && at < payment.issuedAt ? 'dead' : 'held';
    case 'canceled':
    case 'failed':
    case 'deleted':
    case 'refused':
      return 'dead';
  }
}

/** The idempotency key that an invoice has claimed: of the one that it has, it does not matter when. */
export function holdOfKey(holder: Invoice, key: string, at: ClaimedAt): Hold {
  if (holder.status === 'absent') return 'open';
  if (holder.status === 'deleted' || holder.status === 'refused') return 'dead';
  if (holder.status === 'failed' && holder.refused) return 'dead';
  if (holder.content.idempotency_key === key) return 'held';
  // Another key than its own, which an edit of the draft has claimed: there is no edit of what has been issued.
  return holder.status === 'draft' ? holdOfAttempt(holder.revision, at) : 'dead';
}

/** Whether an issue of an invoice neither has a folio nor can get it any more. */
export function isFolioFree(invoice: Invoice, number: number, folio: number): boolean {
  switch (invoice.status) {
    case 'absent':
      return false;
    case 'draft':
      return invoice.issues >= number;
    case 'pending':
    case 'valid':
    case 'canceled':
      return invoice.issues > number || (invoice.issues === number && invoice.issue.folio_number !== folio);
    case 'failed':
    case 'deleted':
    case 'refused':
      return true;
  }
}

/** Everything of an invoice that will never be stamped, or has been canceled. */
const ALL = 2_147_483_647;

/** The last revision whose claims of balances are dead; undefined where none is. */
export function lastDeadBalance(payment: Invoice): number | undefined {
  if (payment.status === 'absent') return undefined;
  if (payment.status === 'draft') return payment.revision - 1;
  return payment.status === 'pending' || payment.status === 'valid' ? payment.issuedAt - 1 : ALL;
}

/** The last revision whose claims of a key are dead; undefined where none is. */
export function lastDeadKey(holder: Invoice, key: string): number | undefined {
  const isGone = holder.status === 'deleted' || holder.status === 'refused';
  if (isGone || (holder.status === 'failed' && holder.refused)) return ALL;
  if (holder.status === 'absent' || holder.content.idempotency_key === key) return undefined;
  return holder.status === 'draft' ? holder.revision - 1 : holder.revision;
}

function holdOfAttempt(revision: number, at: ClaimedAt): Hold {
  if (at === null || at === revision) return 'open';
  return at < revision ? 'dead' : 'held';
}
