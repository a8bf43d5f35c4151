import { tell } from '../support/story.js';

/** The API as a whole: its description, versions, limits, catalogues, customers and who sees what. */
await tell({
  documentation: () => import('./surface/docs-in-browser.story.js'),
  openapi: () => import('./surface/openapi.story.js'),
  versions: () => import('./surface/versions.story.js'),
  'rate limits': () => import('./surface/rate-limits.story.js'),
  catalogs: () => import('./catalogs/catalogs.story.js'),
  'pdf extra': () => import('./organizations/pdf-extra.story.js'),
  'support address page': () => import('./organizations/support-email-in-browser.story.js'),
  'invitation page': () => import('./organizations/invitation-in-browser.story.js'),
  'customers page': () => import('./customers/hosted-page-in-browser.story.js'),
  'unvalidated customers': () => import('./invoices/unvalidated-customers.story.js'),
  isolation: () => import('./surface/isolation.story.js'),
});
