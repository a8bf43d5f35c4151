export * from './event.js';
export * from './example-event.js';
export { exampleOf } from './examples.js';
export type { ResourceMessage } from './messages.js';
