export * from './port.js';
export { allButAppends } from './all-but-appends.js';
export * from './versions.js';
export * from './take-over.js';
export { PostgresEventStore } from './postgres/postgres-event-store.js';
export { type Notifications } from './postgres/notifications.js';
export { eventStoreMigrations } from './postgres/migrations.js';
export { PostgresOutcomes } from './postgres/outcomes.js';
export { guarded } from './guarded.js';
export type { Searched, SearchMemory } from './eventstoredb/search-memory.js';
export type { MissingGrant } from './eventstoredb/access.js';
export { EVENT_STORE_AWAY, EventStoreAway, isEventStoreAway, levelOf } from './away.js';
// The adapter itself is imported only where it is chosen (#event-store/eventstoredb/eventstoredb-event-store):
// its client takes a while to load.
export { eventStoreDbSettings, EventStoreUrlError } from './eventstoredb/settings.js';
