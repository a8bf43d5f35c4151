export * from './command.js';
export * from './cancellation.js';
export * from './invoice-content.js';
export * from './invoicing.js';
export * from './stamping.js';
