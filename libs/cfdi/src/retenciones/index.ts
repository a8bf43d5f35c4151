export type * from './input.js';
export type * from './model.js';
export { buildRetencion } from './build.js';
export { cadenaRetencion, retencionXml, sealRetencion } from './xml.js';
export { checkRetencion } from './rules.js';
export { findRetencionDefects } from './structure.js';
export { retencionCodes } from './codes.js';
export { computeRetencionAmounts, type RetencionAmounts } from './amounts.js';
