export * from './event.js';
export type { ResourceMessage } from './messages.js';
