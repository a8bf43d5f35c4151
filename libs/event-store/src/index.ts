export * from './port.js';
export { PostgresEventStore } from './postgres/postgres-event-store.js';
export { eventStoreMigrations } from './postgres/migrations.js';
export { EventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store.js';
export { eventStoreDbSettings, EventStoreUrlError } from './eventstoredb/settings.js';
