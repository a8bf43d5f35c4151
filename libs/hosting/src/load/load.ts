import type { LoopDelay } from './loop-delay.js';

/** Beyond these a process takes no more requests; 0 is without limit. */
export interface LoadLimits {
  /** Requests under way at one time. */
  readonly requests: number;
  /** How late the event loop may run, in milliseconds. */
  readonly loopDelayMs: number;
  /** For how long a query may wait for a connection, in milliseconds. */
  readonly databaseWaitMs: number;
}

/** What there is too much of, and after how many seconds it is worth trying again. */
export interface Overload {
  readonly reason: 'requests' | 'event_loop' | 'database';
  readonly retryAfter: number;
}

/**
 * Whether a process can take one more request. It looks at what is the case at this moment, so it lets in again as soon
 * as there is room; and it is asked before anything is done for a request, so refusing costs next to nothing.
 */
export class Load {
  private underWay = 0;

  constructor(
    private readonly limits: LoadLimits,
    private readonly loop: Pick<LoopDelay, 'ms'>,
    /** For how long the first query has been waiting for a connection, by pool. */
    private readonly waits: readonly (() => number)[],
  ) {}

  /** Undefined: come in. */
  get overload(): Overload | undefined {
    const { requests, loopDelayMs, databaseWaitMs } = this.limits;
    if (requests > 0 && this.underWay >= requests) return { reason: 'requests', retryAfter: 1 };
    if (loopDelayMs > 0 && this.loop.ms > loopDelayMs) return { reason: 'event_loop', retryAfter: 2 };
    if (databaseWaitMs > 0 && this.waits.some((waitMs) => waitMs() > databaseWaitMs))
      return { reason: 'database', retryAfter: 2 };
    return undefined;
  }

  /** An admitted request, and the call that ends it. */
  began(): void {
    this.underWay += 1;
  }

  ended(): void {
    this.underWay -= 1;
  }
}
