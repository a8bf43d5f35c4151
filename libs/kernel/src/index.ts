export * from './clock.js';
export * from './decider.js';
export * from './decimal.js';
export * from './errors/table.js';
export * from './ids.js';
export * from './packed-json.js';
export * from './refusal.js';
export * from './tenant.js';
