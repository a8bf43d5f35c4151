import { tell } from '../support/story.js';

/** Organizations, customers and products behind their own routes. */
await tell({
  customers: () => import('./customers/customers.story.js'),
  'customers edit link': () => import('./customers/edit-link.story.js'),
  'customers hosted page': () => import('./customers/hosted-page.story.js'),
  'customers unvalidated': () => import('./customers/unvalidated.story.js'),
  organizations: () => import('./organizations/organizations.story.js'),
  'organization settings': () => import('./organizations/settings.story.js'),
  'organization series': () => import('./organizations/series.story.js'),
  'organization domains': () => import('./organizations/domains.story.js'),
  'support email': () => import('./organizations/support-email.story.js'),
  'the end of organizations': () => import('./organizations/destroyed.story.js'),
  'organization deletion': () => import('./organizations/deletion.story.js'),
  'live keys': () => import('./organizations/live-keys.story.js'),
  'narrowed keys': () => import('./organizations/narrowed-keys.story.js'),
  logo: () => import('./organizations/logo.story.js'),
  'certificate notices': () => import('./organizations/certificate-notices.story.js'),
  'live keys of the SDK': () => import('./organizations/sdk-live-keys.story.js'),
  'what the audit log has': () => import('./audit-log/written.story.js'),
  'documents in the audit log': () => import('./audit-log/documents.story.js'),
  'people in the audit log': () => import('./audit-log/people.story.js'),
  'keeping the audit log': () => import('./audit-log/kept.story.js'),
  'reading the audit log': () => import('./audit-log/read.story.js'),
  'user keys': () => import('./organizations/user-keys.story.js'),
  products: () => import('./products/products.story.js'),
});
