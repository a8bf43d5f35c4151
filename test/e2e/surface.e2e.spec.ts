import { tell } from '../support/story.js';

/** The API as a whole: its description, versions, limits, catalogues, customers and who sees what. */
await tell({
  openapi: () => import('./openapi.story.js'),
  versions: () => import('./versions.story.js'),
  'rate limits': () => import('./rate-limits.story.js'),
  catalogs: () => import('./catalogs.story.js'),
  'customers page': () => import('./customers-page.story.js'),
  'unvalidated customers': () => import('./unvalidated-customers.story.js'),
  isolation: () => import('./isolation.story.js'),
});
