import { tellDistributed } from './distributed.story.js';

/** The same where services follow each other's events from topics. */
tellDistributed({ TIMBRA_DOMAIN_EVENTS: 'topics' });
