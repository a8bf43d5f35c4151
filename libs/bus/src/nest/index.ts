export { FaultsFilter } from './faults.filter.js';
export { serveLine, type Handles, type LineHandlers, type LinePart, type ServedLine } from './line.js';
export { BUS_TRANSPORT, BusStrategy, type BusStrategyOptions } from './strategy.js';
