export * from './amounts.js';
export * from './customer-invoice.js';
export * from './expiry.js';
export * from './global-invoice.js';
export * from './global-period.js';
export * from './judge.js';
export * from './periods.js';
export * from './receipt.js';
