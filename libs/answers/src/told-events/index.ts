export * from './event.js';
export * from './example-event.js';
export type { ResourceMessage } from './messages.js';
