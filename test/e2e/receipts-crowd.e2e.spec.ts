import { tell } from '../support/story.js';

await tell({ crowd: () => import('./receipts/crowd.story.js') });
