import type pg from 'pg';

interface PositionWaiter {
  readonly position: bigint;
  readonly resolve: () => void;
}

const POLL_MS = 20;

/**
 * Lets a caller read its own write: waits until a projection has passed a position, or until a row of it
 * changes. Hears at once from projections of this process; asks the checkpoint table for the others.
 */
export class ProjectionWatch {
  private readonly local = new Map<string, bigint>();
  private readonly positionWaiters = new Map<string, Set<PositionWaiter>>();
  private readonly rowWaiters = new Map<string, Set<() => void>>();

  constructor(private readonly pool: pg.Pool) {}

  /** Called by the runner of a projection in this process after each commit. */
  advanced(name: string, position: bigint, ids: ReadonlySet<string>): void {
    this.local.set(name, position);
    const waiters = this.positionWaiters.get(name);
    for (const waiter of waiters ?? [])
      if (waiter.position <= position) {
        waiters?.delete(waiter);
        waiter.resolve();
      }
    for (const id of ids) {
      const rowKey = `${name}/${id}`;
      const callbacks = this.rowWaiters.get(rowKey);
      this.rowWaiters.delete(rowKey);
      for (const callback of callbacks ?? []) callback();
    }
  }

  /** Says that a projection runs in this process, so that its waiters need not poll. */
  hosts(name: string): void {
    if (!this.local.has(name)) this.local.set(name, 0n);
  }

  /** True once the projection has passed the position, false when the time is up first. */
  async reached(name: string, position: bigint, timeoutMs: number): Promise<boolean> {
    const here = this.local.get(name);
    if (here === undefined) return this.pollPosition(name, position, timeoutMs);
    if (here >= position) return true;
    const waiters = this.positionWaiters.get(name) ?? new Set();
    this.positionWaiters.set(name, waiters);
    return new Promise((resolve) => {
      const waiter: PositionWaiter = {
        position,
        resolve: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        resolve(false);
      }, timeoutMs);
      waiters.add(waiter);
    });
  }

  /**
   * Resolves when the row changes next, or when the time is up. Subscribe first, then read the row:
   * a change in between is not missed.
   */
  rowChanged(
    name: string,
    id: string,
    timeoutMs: number,
  ): { readonly changed: Promise<void>; cancel(): void } {
    const rowKey = `${name}/${id}`;
    const waitMs = this.local.has(name) ? timeoutMs : Math.min(timeoutMs, POLL_MS);
    let settle = () => {};
    const changed = new Promise<void>((resolve) => {
      const timer = setTimeout(() => settle(), waitMs);
      settle = () => {
        clearTimeout(timer);
        this.rowWaiters.get(rowKey)?.delete(settle);
        if (this.rowWaiters.get(rowKey)?.size === 0) this.rowWaiters.delete(rowKey);
        resolve();
      };
    });
    const callbacks = this.rowWaiters.get(rowKey) ?? new Set();
    callbacks.add(settle);
    this.rowWaiters.set(rowKey, callbacks);
    return { changed, cancel: () => settle() };
  }

  private async pollPosition(name: string, position: bigint, timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const { rows } = await this.pool.query<{ position: string }>(
        'SELECT position FROM platform.checkpoints WHERE name = $1',
        [name],
      );
      if (BigInt(rows[0]?.position ?? 0) >= position) return true;
      if (Date.now() + POLL_MS > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
