export * from './catalogue.js';
export * from './keys/key-catalogue.js';
export * from './local-time.js';
export * from './register/taxpayer-register.js';
export * from './rfc.js';
