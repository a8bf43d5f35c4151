import { tell } from '../support/story.js';

/** Invoices: their life, lists, files and history, over the whole service. */
await tell({
  'invoice lifecycle': () => import('./invoices/lifecycle.story.js'),
  'invoice lists': () => import('./invoices/lists.story.js'),
  'invoice documents': () => import('./invoices/documents.story.js'),
  history: () => import('./invoices/history.story.js'),
  types: () => import('./invoices/types.story.js'),
  'read model behind': () => import('./invoices/read-model-behind.story.js'),
  concurrency: () => import('./invoices/concurrency.story.js'),
  warnings: () => import('./invoices/warnings.story.js'),
  series: () => import('./invoices/series.story.js'),
  commits: () => import('./invoices/commits.story.js'),
});
