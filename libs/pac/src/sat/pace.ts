import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';

export interface PaceSettings {
  /** How far apart turns are, at least. */
  readonly gapMs: number;
  /** Whoever would wait longer gets no turn. */
  readonly longestMs: number;
  readonly elapsed?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Spaces out what is asked of one host: the tax authority publishes no limit, its clients ask about once a second, and a host
 * that many polls meet at once refuses everybody.
 */
export class Pace {
  private next = 0;

  constructor(private readonly settings: PaceSettings) {}

  /** Waits for a turn; false at once, where the queue is too long. */
  async turn(): Promise<boolean> {
    const { gapMs, longestMs, elapsed = monotonicMs, pause = sleep } = this.settings;
    const now = elapsed();
    const at = Math.max(now, this.next);
    if (at - now > longestMs) return false;
    this.next = at + gapMs;
    if (at > now) await pause(at - now);
    return true;
  }
}
