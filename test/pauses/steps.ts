import { appends, ROUNDS, seen, type Step } from '../failures/steps.js';

/** Steps of refusals, of payments and of edits, which only who sleeps there can spoil. */
export const MORE: readonly (readonly Step[])[] = [
  [
    seen(
      'invoicing: a refusal is recorded, before the folio is free',
      'invoicing',
      'before',
      /UPDATE invoicing\.folio_counters/,
    ),
    seen(
      'stamping: the provider has refused, before that is kept',
      'stamping',
      'before',
      appends('StampRefused'),
    ),
    seen('customers: before a customer is kept', 'customers', 'before', appends('CustomerCreated')),
    seen(
      'gateway: a draft is kept, nothing is answered',
      'gateway',
      'at',
      appends('InvoiceDrafted'),
      'invoicing',
    ),
  ],
  [
    seen(
      'invoicing: a balance is claimed, before its payment',
      'invoicing',
      'before',
      /event_store\.append[\s\S]*"InvoiceIssued"[\s\S]*"type":"P"/,
    ),
    seen('publisher: before the next events are noted', 'publisher', 'before', /held-(checkpoint|places)/),
  ],
  [
    seen(
      'invoicing: a payment is stamped, before it counts',
      'invoicing',
      'before',
      appends('PaymentReceived'),
    ),
  ],
  [seen('invoicing: a payment counts, nobody knows', 'invoicing', 'after', appends('PaymentReceived'))],
  [
    seen(
      'invoicing: a payment is canceled, before its reversal',
      'invoicing',
      'before',
      appends('PaymentReverted'),
    ),
  ],
  [seen('invoicing: a draft is edited, nobody knows', 'invoicing', 'after', appends('DraftEdited'))],
];

/** Those at which processes are killed, and those. In each round one process of each service stops at its next step. */
export const PAUSES: readonly (readonly Step[])[] = [...ROUNDS, ...MORE];
