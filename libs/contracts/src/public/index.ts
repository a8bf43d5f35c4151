export * from './catalogue.js';
export * from './cloud-event.js';
export type * from './events.js';
export * from './kafka-binding.js';
export type * from './lines.js';
