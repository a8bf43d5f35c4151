import { tell } from '../support/story.js';
await tell({ exports: () => import('./exports/exports.story.js') });
