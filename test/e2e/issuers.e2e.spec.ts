import { tell } from '../support/story.js';

await tell({
  'an issuer, changed by many at once': () => import('./organizations/concurrency.story.js'),
});
