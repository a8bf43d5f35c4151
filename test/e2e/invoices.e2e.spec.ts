import { tell } from '../support/story.js';

/** Invoices: their life, lists, files and history, over the whole service. */
await tell({
  'invoice lifecycle': () => import('./invoice-lifecycle.story.js'),
  'invoice lists': () => import('./invoice-lists.story.js'),
  'invoice documents': () => import('./invoice-documents.story.js'),
  history: () => import('./history.story.js'),
  types: () => import('./types.story.js'),
  'read model behind': () => import('./read-model-behind.story.js'),
  concurrency: () => import('./concurrency.story.js'),
});
