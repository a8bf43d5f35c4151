export * from './claves.js';
export * from './impuestos.js';
export * from './paises.js';
export * from './periodos.js';
export * from './plataformas.js';
