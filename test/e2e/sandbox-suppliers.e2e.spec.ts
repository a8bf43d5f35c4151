import { tell } from '../support/story.js';
await tell({ 'suppliers that the sandbox plays': () => import('./sandbox/suppliers.story.js') });
