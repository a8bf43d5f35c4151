import { tell } from '../support/story.js';

/** The log of deliveries, and mails about endpoints. */
await tell({
  'notices of webhooks': () => import('./webhooks/notices.story.js'),
  'attempts of webhooks': () => import('./webhooks/attempts.story.js'),
});
