import { tell } from '../support/story.js';

await tell({
  'Live, by a real PAC’s adapter and the PAC’s double': () => import('./live/live.story.js'),
  'PACs of an organization’s own': () => import('./live/own-pacs.story.js'),
  'documents in doubt, and the tax authority’s own metadata': () => import('./live/proofs.story.js'),
  'two PACs': () => import('./live/two-pacs.story.js'),
});
