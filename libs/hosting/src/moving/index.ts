export {
  checkDatabase,
  moveDatabase,
  type DatabaseMove,
  type DatabaseMoved,
} from './database/move-database.js';
export {
  abandonMove,
  checkEvents,
  moveEvents,
  type EventsMove,
  type EventsMoved,
} from './events/move-events.js';
export { withInstallation, type Installation } from './installation.js';
export { printSteps, type OnStep, type Step } from './steps.js';
