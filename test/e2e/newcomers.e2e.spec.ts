import { tell } from '../support/story.js';

/** Clients of the public SDK, and readers who paste the commands of the README. */
await tell({
  'sdk story': () => import('./newcomers/sdk.story.js'),
  'sdk organizations': () => import('./newcomers/sdk-organizations.story.js'),
  'going live': () => import('./organizations/going-live.story.js'),
  curl: () => import('./newcomers/curl.story.js'),
});
