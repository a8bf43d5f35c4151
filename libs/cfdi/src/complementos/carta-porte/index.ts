export { cartaPorteCodes } from './codes.js';
export { buildCartaPorte } from './build.js';
export { newIdCcp, readCartaPorteQr, urlCartaPorte, type QrCartaPorte } from './folio.js';
export { cartaPorteRules, checkCartaPorte } from './rules/index.js';
