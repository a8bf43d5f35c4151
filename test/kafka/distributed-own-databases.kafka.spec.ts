import { tellDistributed } from './distributed.story.js';

/** The same where each service has a database of its own. */
tellDistributed({ TIMBRA_DOMAIN_EVENTS: 'topics' }, { ownDatabases: true });
