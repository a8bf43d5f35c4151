import { tell } from '../support/story.js';

/** What leaves the service: mails, previews, downloads and archives. */
await tell({
  mail: () => import('./mail.story.js'),
  mailbox: () => import('./mailbox.story.js'),
  previews: () => import('./previews.story.js'),
  'download urls': () => import('./download-urls.story.js'),
  'zip requests': () => import('./zip-requests.story.js'),
});
