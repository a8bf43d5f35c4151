import { tell } from '../support/story.js';

/** Stamping and cancelling, from command to event. */
await tell({
  stamping: () => import('./stamping.story.js'),
  cancellation: () => import('./cancellation.story.js'),
  'cancellation rescue': () => import('./cancellation-rescue.story.js'),
  'surplus cancellation': () => import('./surplus-cancellation.story.js'),
  redelivery: () => import('./redelivery.story.js'),
  idempotency: () => import('./idempotency.story.js'),
  import: () => import('./import.story.js'),
  'retention-life': () => import('./retention-life.story.js'),
  retentions: () => import('./retentions.story.js'),
});
