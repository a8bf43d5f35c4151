import { tell } from '../support/story.js';

/** Receipts behind their own routes, over the whole service. */
await tell({
  receipts: () => import('./receipts/receipts.story.js'),
  files: () => import('./receipts/files.story.js'),
  ticket: () => import('./receipts/ticket.story.js'),
  refunds: () => import('./receipts/refunds.story.js'),
});
