import { tell } from '../support/story.js';

/** Receipts by the thousand: in one request, and out of files. */
await tell({
  batch: () => import('./receipts/batch.story.js'),
  imports: () => import('./receipts/imports.story.js'),
});
