import { tell } from '../support/story.js';

/** Payments and cancellations, over the whole service. */
await tell({
  payments: () => import('./payments/payments.story.js'),
  'payment documents': () => import('./payments/documents.story.js'),
  'payment substitutes': () => import('./payments/substitutes.story.js'),
  cancellation: () => import('./invoices/cancellation.story.js'),
  sandbox: () => import('./sandbox/sandbox.story.js'),
});
