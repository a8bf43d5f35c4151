export * from './port.js';
export { isValidEfos } from './efos/verdict.js';
