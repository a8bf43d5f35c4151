import { tell } from '../support/story.js';

/** Clients of the public SDK, and readers who paste the commands of the README. */
await tell({
  'sdk story': () => import('./sdk-story.story.js'),
  'sdk organizations': () => import('./sdk-organizations.story.js'),
  curl: () => import('./curl.story.js'),
});
