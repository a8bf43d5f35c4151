export * from './command.js';
