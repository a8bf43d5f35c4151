export { codigosNomina } from './codigos.js';
export { construirNomina } from './construir.js';
export type * from './input.js';
export { revisarNomina } from './reglas/index.js';
export { totalesNomina, type TotalesNomina } from './totales.js';
