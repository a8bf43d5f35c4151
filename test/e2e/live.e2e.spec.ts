import { tell } from '../support/story.js';

await tell({
  'Live, by a real PAC’s adapter and the PAC’s double': () => import('./live/live.story.js'),
  'two PACs': () => import('./live/two-pacs.story.js'),
});
