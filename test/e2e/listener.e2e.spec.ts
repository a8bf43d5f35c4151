import { tell } from '../support/story.js';

/** Events as they happen, over the API and by the program for laptops. */
await tell({
  'the event stream': () => import('./events/stream.story.js'),
  'timbra listen': () => import('./events/listen.story.js'),
});
