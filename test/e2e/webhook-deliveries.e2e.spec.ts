import { tell } from '../support/story.js';

/** What becomes of events that are sent to endpoints, from the invoice to the receiver. */
await tell({
  'notices of webhooks': () => import('./webhooks/notices.story.js'),
  'attempts of webhooks': () => import('./webhooks/attempts.story.js'),
});
