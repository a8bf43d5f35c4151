import { tell } from '../support/story.js';

/** Certificates of organizations: uploaded, replaced, deleted, the wrong ones, and the page on which an issuer uploads its own. */
await tell({
  certificates: () => import('./organizations/certificates.story.js'),
  'live certificates': () => import('./organizations/live-certificates.story.js'),
  'wrong certificates': () => import('./organizations/wrong-certificates.story.js'),
  onboarding: () => import('./organizations/onboarding.story.js'),
  'onboarding page': () => import('./organizations/onboarding-in-browser.story.js'),
});
