/** For specs, of this library and of those that stand on it: documents to start from, and an independent checker. */
export * from './testing/construir.js';
export * from './testing/muestras.js';
export * from './testing/verificador.js';
export * from './testing/xml-de-prueba.js';
