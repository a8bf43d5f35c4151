export { nominaCodes } from './codes.js';
export { buildNomina } from './build.js';
export type * from './input.js';
export { checkNomina } from './rules/index.js';
export { sumTotales, type TotalesNomina } from './totales.js';
