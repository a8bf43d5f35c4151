export { cartaPorteCodes } from './codigos.js';
export { buildCartaPorte } from './construir.js';
export { newIdCcp, readCartaPorteQr, urlCartaPorte, type QrCartaPorte } from './folio.js';
export { cartaPorteRules, checkCartaPorte } from './reglas/index.js';
