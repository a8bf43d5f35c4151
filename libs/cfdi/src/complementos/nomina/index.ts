export { nominaCodes } from './codigos.js';
export { buildNomina } from './construir.js';
export type * from './input.js';
export { checkNomina } from './reglas/index.js';
export { sumTotales, type TotalesNomina } from './totales.js';
