import { tell } from '../support/story.js';

/** Events that webhooks are told of, as the API lists them. */
await tell({
  'what is told': () => import('./events/told.story.js'),
  'reading events': () => import('./events/list.story.js'),
});
