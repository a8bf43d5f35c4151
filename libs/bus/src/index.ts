export * from './port.js';
export { InProcessBus, type InProcessBusOptions } from './in-process-bus.js';
export {
  currentCorrelationId,
  currentDelivery,
  currentTraceparent,
  wellFormed as wellFormedTraceparent,
  withCallTrace,
  withTraceparent,
  type CallTrace,
} from './trace-context.js';
export * from './events/port.js';
export * from './events/log.js';
export * from './events/event-json.js';
