import type { CallContext } from '../commands.js';

/** Who asks, and in which zone dates without one are meant. */
export interface ContentScope extends CallContext {
  readonly timeZone: string;
}
