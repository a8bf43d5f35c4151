import { tell } from '../support/story.js';

/** Retentions behind their own routes, over the whole service. */
await tell({
  retentions: () => import('./retentions/retentions.story.js'),
  files: () => import('./retentions/files.story.js'),
});
