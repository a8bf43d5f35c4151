export * from './input.js';
export * from './paths.js';
export * from './prepare.js';
export * from './receiver.js';
export * from './sat-paths.js';
