import { tell } from '../support/story.js';

/** Ways to rise, to shut others out, to come in for somebody else, and to hide, that people would try. */
await tell({
  'to rise': () => import('./attacks-of-people/rise.story.js'),
  'to lock out': () => import('./attacks-of-people/lock-out.story.js'),
  'to come in': () => import('./attacks-of-people/invitations.story.js'),
  'to look elsewhere': () => import('./attacks-of-people/elsewhere.story.js'),
  'to hide from the log, and fill it': () => import('./attacks-of-people/log.story.js'),
  'to keep it busy': () => import('./attacks-of-people/input.story.js'),
  'what clients know': () => import('./attacks-of-people/shapes.story.js'),
});
