export * from './asked.js';
export * from './catalogue.js';
export type * from './lines.js';
export * from './types.js';
