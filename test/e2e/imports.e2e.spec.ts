import { tell } from '../support/story.js';

/** Documents that others issued. */
await tell({
  'importing documents': () => import('./imports/import.story.js'),
  'the past': () => import('./imports/past.story.js'),
});
