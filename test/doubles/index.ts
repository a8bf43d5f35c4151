/** Doubles of PACs and of the tax authority's services: see docs/contributing/doubles.md. */
export { startSw, type SwDouble, type SwOptions } from './sw/sw.js';
export { makeWorld, PACS, sharedWorld, type PacName, type World } from './core/world.js';
export type { Double, DoubleOptions } from './core/server.js';
export type { PacDoubleOptions } from './core/options.js';
export type { Fault, FaultKind, FaultOrder, Faults, Settings } from './core/faults.js';
export {
  hashOf,
  type LedgerCall,
  type LedgerCancellation,
  type LedgerStamp,
  type Ledger,
} from './core/ledger.js';
export { SatBooks } from './sat/books.js';
export { startFinkok, type FinkokDouble, type FinkokOptions } from './finkok/finkok.js';
export { startProdigia, type ProdigiaDouble, type ProdigiaOptions } from './prodigia/prodigia.js';
export { startSat, type SatDouble, type SatOptions } from './sat/sat.js';
