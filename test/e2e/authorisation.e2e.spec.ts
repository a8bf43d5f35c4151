import { tell } from '../support/story.js';

/** Who may do what: of keys and of people, at every route. */
await tell({
  matrix: () => import('./authorisation/matrix.story.js'),
  people: () => import('./authorisation/people.story.js'),
  'two gateways': () => import('./authorisation/two-gateways.story.js'),
  attacks: () => import('./authorisation/attacks.story.js'),
});
