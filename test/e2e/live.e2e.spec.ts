import { tell } from '../support/story.js';

await tell({
  'Live, by a real PAC’s adapter and the PAC’s double': () => import('./live/live.story.js'),
  'PACs of an organization’s own': () => import('./live/own-pacs.story.js'),
  'manifests that are signed here': () => import('./live/manifests.story.js'),
  'the page on which manifests are signed': () => import('./live/manifest-page.story.js'),
  'documents in doubt, and the tax authority’s own metadata': () => import('./live/proofs.story.js'),
  'lists of the tax authority': () => import('./live/lists.story.js'),
  'bulk downloads, and what the SAT and this service differ in': () => import('./live/downloads.story.js'),
  'daily downloads, as days pass': () => import('./live/daily.story.js'),
  'what becomes of received documents at the SAT': () => import('./live/watch.story.js'),
  'two PACs': () => import('./live/two-pacs.story.js'),
});
