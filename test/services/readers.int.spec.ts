import { tell } from '../support/story.js';

/** Mails, archives and searches, over services of their own. */
await tell({
  mail: () => import('./mail.story.js'),
  archives: () => import('./archives.story.js'),
  'invoice search': () => import('./invoice-search.story.js'),
});
