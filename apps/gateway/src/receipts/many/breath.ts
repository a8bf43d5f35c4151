import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '#kernel';

/** For so long the loop is held before other requests have a turn. */
const TURN_MS = 8;

/**
 * Gives others their turns during work on many things: to be awaited at each of them. Those that wait together go on one by
 * one, each in a turn of its own: all at once they would hold the loop as many times as long.
 */
export class Breath {
  private since = monotonicMs();
  private line: Promise<void> = Promise.resolve();

  async take(): Promise<void> {
    if (monotonicMs() - this.since < TURN_MS) return;
    this.line = this.line.then(() => nextTurn());
    await this.line;
    this.since = monotonicMs();
  }
}
