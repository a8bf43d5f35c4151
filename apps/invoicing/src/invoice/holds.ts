import { ALL, holdOfAttempt, type ClaimedAt, type Hold } from '../document/holds.js';
import type { Invoice } from './invoice.js';

/** What an invoice holds beside its key (../document/holds.ts). */

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

/** The last revision whose claims of balances are dead; undefined where none is. */
export function lastDeadBalance(payment: Invoice): number | undefined {
  if (payment.status === 'absent') return undefined;
  if (payment.status === 'draft') return payment.revision - 1;
  return payment.status === 'pending' || payment.status === 'valid' ? payment.issuedAt - 1 : ALL;
}
