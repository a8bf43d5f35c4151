import { tell } from '../support/story.js';

/** What leaves the service: mails, previews, downloads, archives and exports. */
await tell({
  mail: () => import('./mails/mail.story.js'),
  mailbox: () => import('./mails/mailbox.story.js'),
  look: () => import('./organizations/look.story.js'),
  previews: () => import('./files/previews.story.js'),
  'download urls': () => import('./files/download-urls.story.js'),
  exports: () => import('./exports/exports.story.js'),
  'zip requests': () => import('./files/zip-requests.story.js'),
});
