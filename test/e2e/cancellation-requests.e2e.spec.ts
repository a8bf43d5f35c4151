import { tell } from '../support/story.js';

/** Suppliers' requests to cancel what an organization has received, over the whole service. */
await tell({
  'cancellation requests': () => import('./cancellation-requests/cancellation-requests.story.js'),
});
