export * from './bar.js';
export * from './invoices/comprobante-input.js';
export * from './invoices/payable.js';
export * from './invoices/payments.js';
export * from './invoices/paths.js';
export * from './products/rules.js';
export * from './products/taxes.js';
export * from './refuse-problems.js';
