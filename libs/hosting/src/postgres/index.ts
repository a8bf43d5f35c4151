export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded.js';
export { joinDatabase, joinEmbeddedPostgres, type JoinedPostgres } from './join.js';
export { findRunningPostgres } from './running.js';
export { freePort } from './free-port.js';
export { DatabaseNotifications } from './notifications.js';
export { createPool, type PoolOptions } from './pool.js';
export { StartupError } from './startup-error.js';
