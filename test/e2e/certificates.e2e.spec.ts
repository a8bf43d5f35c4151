import { tell } from '../support/story.js';

/** Certificates of organizations: uploaded, replaced, deleted, and the wrong ones. */
await tell({
  certificates: () => import('./organizations/certificates.story.js'),
  'live certificates': () => import('./organizations/live-certificates.story.js'),
  'wrong certificates': () => import('./organizations/wrong-certificates.story.js'),
});
