import type { Claimed, Result } from './queue.js';

/** Told of every attempt. */
export interface Observer {
  begun(claimed: Claimed): void;
  ended(result: Result): void;
  /** So many attempts of before were cut off. */
  interrupted(count: number): void;
}

export const NO_OBSERVER: Observer = { begun: () => {}, ended: () => {}, interrupted: () => {} };
