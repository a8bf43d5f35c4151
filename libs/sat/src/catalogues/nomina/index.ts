export * from './bancos.js';
export * from './cuenta-bancaria.js';
export * from './deducciones.js';
export * from './estados.js';
export * from './otros-pagos.js';
export * from './pago.js';
export * from './percepciones.js';
export * from './relacion-laboral.js';
