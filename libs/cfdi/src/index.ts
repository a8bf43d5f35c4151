export type * from './input.js';
export type * from './comprobante.js';
export type * from './parsed.js';
