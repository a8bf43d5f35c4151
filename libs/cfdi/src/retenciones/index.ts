export type * from './input.js';
export type * from './modelo.js';
export { buildRetencion } from './build.js';
export { cadenaRetencion, retencionXml, sealRetencion } from './xml.js';
export { revisarRetencion } from './reglas.js';
export { defectosDeRetencion } from './estructura.js';
export { codigosRetencion } from './codigos.js';
