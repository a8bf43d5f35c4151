import { tell } from '../support/story.js';

/** Mails, archives, searches and records (organizations, customers, products), over services of their own. */
await tell({
  mail: () => import('./mail.story.js'),
  archives: () => import('./archives.story.js'),
  records: () => import('./records.story.js'),
  'invoice search': () => import('./invoice-search.story.js'),
});
