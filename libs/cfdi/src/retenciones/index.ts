export type * from './input.js';
export type * from './modelo.js';
export { buildRetencion } from './build.js';
export { cadenaRetencion, retencionXml, sealRetencion } from './xml.js';
export { checkRetencion } from './reglas.js';
export { findRetencionDefects } from './estructura.js';
export { retencionCodes } from './codigos.js';
