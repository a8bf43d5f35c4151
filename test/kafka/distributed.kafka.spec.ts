import { tellDistributed } from './distributed.story.js';

tellDistributed();
