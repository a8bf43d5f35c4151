import { tell } from '../support/story.js';

/** Payments and cancellations, over the whole service. */
await tell({
  payments: () => import('./payments.story.js'),
  'payment documents': () => import('./payment-documents.story.js'),
  'payment substitutes': () => import('./payment-substitutes.story.js'),
  cancellation: () => import('./cancellation.story.js'),
  sandbox: () => import('./sandbox.story.js'),
});
