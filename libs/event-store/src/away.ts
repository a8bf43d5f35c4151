/** By this, also where the error has crossed a process border. That it is away is logged once, by the store itself. */
export const EVENT_STORE_AWAY = 'EVENT_STORE_AWAY';

/**
 * The event store has not answered for a while, so nobody waits for it any longer. An append that was under way may have been
 * stored: its outcome is unknown, and the same command again finds out.
 */
export class EventStoreAway extends Error {
  override readonly name = 'EventStoreAway';
  readonly code = EVENT_STORE_AWAY;

  constructor(cause?: unknown) {
    super('the event store does not answer', { cause });
  }
}

export const isEventStoreAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === EVENT_STORE_AWAY;

/** At which level to log that something failed: that the store is away it says itself, once, and what fails for that says little. */
export const levelOf = <Level extends string>(error: unknown, level: Level): Level | 'debug' =>
  isEventStoreAway(error) ? 'debug' : level;
