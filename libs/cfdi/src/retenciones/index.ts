export type * from './input.js';
export type * from './model.js';
export { buildRetencion } from './build.js';
export { cadenaRetencion, retencionXml, sealRetencion } from './xml.js';
export { findRetencionField } from './place.js';
export { checkRetencion } from './rules.js';
export { findRetencionDefects } from './structure.js';
export { readPrintedRetencion, toPrintedRetencion, type PrintedRetencion } from './printed-data.js';
export { retencionCodes } from './codes.js';
export {
  retentionComplementXml,
  withoutOldVersion,
  type RetentionComplementInput,
} from './complements/build.js';
export { findRetentionComplement, retentionComplementTypes } from './complements/types.js';
export { retentionComplementSchema } from './complements/schema.js';
export type { DataSchema } from '../schemas/json-schema.js';
export { computeRetencionAmounts, type RetencionAmounts } from './amounts.js';
