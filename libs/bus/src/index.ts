export * from './port.js';
export { InProcessBus, type InProcessBusOptions } from './in-process-bus.js';
export { currentTraceparent, withTraceparent } from './trace-context.js';
