import { InOrder } from '../in-order.js';

export interface ExecutorLimits {
  /** Tasks that may be queued or under way; beyond that, callers wait for room. */
  readonly maxTasks: number;
  /** What they may hold in memory. One larger task still fits when nothing else is there. */
  readonly maxBytes: number;
}

/** Runs tasks in order per key, keys side by side, and says when there is room for more. */
export class Executor {
  private readonly inOrder = new InOrder();
  private readonly underWay = new Set<Promise<void>>();
  private bytes = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly limits: ExecutorLimits) {}

  get size(): number {
    return this.underWay.size;
  }

  hasRoom(): boolean {
    const { maxTasks, maxBytes } = this.limits;
    return this.size === 0 || (this.size < maxTasks && this.bytes < maxBytes);
  }

  /** Resolves when there may be room, or the time is up. */
  room(timeoutMs: number): Promise<void> {
    if (this.hasRoom()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Takes a task, which must not fail: no caller would learn of it. */
  run(key: string, bytes: number, task: () => Promise<void>): void {
    this.bytes += bytes;
    const work = this.inOrder.run(key, task).finally(() => {
      this.underWay.delete(work);
      this.bytes -= bytes;
      if (this.hasRoom()) for (const wake of this.waiting.splice(0)) wake();
    });
    this.underWay.add(work);
  }

  /** Resolves when all tasks that it has now are done. */
  async idle(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
