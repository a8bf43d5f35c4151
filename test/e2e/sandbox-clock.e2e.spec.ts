import { tell } from '../support/story.js';
await tell({ clock: () => import('./sandbox/clock.story.js') });
