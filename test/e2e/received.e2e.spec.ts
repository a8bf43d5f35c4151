import { tell } from '../support/story.js';

/** Documents that others issued, over the whole service. */
await tell({ 'two books': () => import('./received/two-books.story.js') });
