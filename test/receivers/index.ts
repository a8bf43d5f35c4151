/** Servers that stand for integrators' own: good ones, and those that every sender of webhooks meets. */
export * from './behaviours.js';
export * from './certificates.js';
export * from './receiver.js';
export * from './proxy.js';
