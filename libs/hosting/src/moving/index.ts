export {
  checkDatabase,
  moveDatabase,
  type DatabaseMove,
  type DatabaseMoved,
} from './database/move-database.js';
export { ownPart, sharedPart, type Part } from './database/parts.js';
export {
  abandonMove,
  checkEvents,
  copyAhead,
  moveEvents,
  type EventsMove,
  type EventsMoved,
} from './events/move-events.js';
export { withClient } from './client.js';
export { findLeft, withInstallation, type Installation } from './installation.js';
export { printSteps, type OnStep, type Step } from './steps.js';
