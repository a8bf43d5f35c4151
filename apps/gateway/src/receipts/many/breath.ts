import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '#kernel';

/** For so long the loop is held before other requests have a turn. */
const TURN_MS = 8;

/** Gives others their turns during work on many things: to be awaited at each of them. */
export class Breath {
  private since = monotonicMs();

  async take(): Promise<void> {
    if (monotonicMs() - this.since < TURN_MS) return;
    await nextTurn();
    this.since = monotonicMs();
  }
}
