import { tell } from '../support/story.js';
await tell({
  invoicing: () => import('./receipts/invoicing.story.js'),
  automatic: () => import('./receipts/automatic.story.js'),
});
