export { codigosCartaPorte } from './codigos.js';
export { construirCartaPorte } from './construir.js';
export { nuevoIdCcp, qrDeCartaPorte, urlCartaPorte, type QrCartaPorte } from './folio.js';
export { reglasCartaPorte, revisarCartaPorte } from './reglas/index.js';
