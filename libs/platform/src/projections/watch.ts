import type pg from 'pg';

interface PositionWaiter {
  readonly position: bigint;
  readonly settle: (reached: boolean) => void;
}

/** How often to ask the database about projections that run in other processes. */
const POLL_MS = 20;
/** ... and about those of this process, which a replica may be running in its place. */
const HOSTED_POLL_MS = 500;

/**
 * Lets a caller read its own write: waits until a projection has passed a position, or until a row of it
 * changes. Hears at once from projections of this process; asks the checkpoint table for the others.
 */
export class ProjectionWatch {
  private readonly local = new Map<string, bigint>();
  private readonly positionWaiters = new Map<string, Set<PositionWaiter>>();
  private readonly rowWaiters = new Map<string, Set<() => void>>();

  constructor(private readonly pool: pg.Pool) {}

  /** Called by the runner of a projection in this process for each position that it has passed. */
  advanced(name: string, position: bigint, ids: ReadonlySet<string>): void {
    this.local.set(name, position);
    for (const waiter of this.positionWaiters.get(name) ?? [])
      if (waiter.position <= position) waiter.settle(true);
    for (const id of ids) {
      const rowKey = `${name}/${id}`;
      const callbacks = this.rowWaiters.get(rowKey);
      this.rowWaiters.delete(rowKey);
      for (const callback of callbacks ?? []) callback();
    }
  }

  /** Says that a projection runs in this process, so that its waiters hear of it without asking. */
  hosts(name: string): void {
    if (!this.local.has(name)) this.local.set(name, 0n);
  }

  /**
   * True once the projection has passed the position, false when the time is up first. For a projection of
   * another process the position must be one of its own events: its checkpoint may rest before others.
   */
  async reached(name: string, position: bigint, timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const local = this.local.get(name);
      if (local === undefined ? await this.stands(name, position) : local >= position) return true;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return false;
      if (local === undefined) await pause(Math.min(leftMs, POLL_MS));
      else if (await this.hears(name, position, Math.min(leftMs, HOSTED_POLL_MS))) return true;
      else if (await this.stands(name, position)) return true;
    }
  }

  /**
   * Resolves when the row changes next, or when the time is up, or, for a projection that may run in
   * another process, when it is time to look again. Subscribe first, then read the row: a change in
   * between is not missed.
   */
  rowChanged(
    name: string,
    id: string,
    timeoutMs: number,
  ): { readonly changed: Promise<void>; readonly cancel: () => void } {
    const rowKey = `${name}/${id}`;
    const waitMs = Math.min(timeoutMs, this.local.has(name) ? HOSTED_POLL_MS : POLL_MS);
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

  private hears(name: string, position: bigint, timeoutMs: number): Promise<boolean> {
    const waiters = this.positionWaiters.get(name) ?? new Set();
    this.positionWaiters.set(name, waiters);
    return new Promise((resolve) => {
      const settle = (reached: boolean): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(reached);
      };
      const waiter = { position, settle };
      const timer = setTimeout(() => settle(false), timeoutMs);
      waiters.add(waiter);
    });
  }

  private async stands(name: string, position: bigint): Promise<boolean> {
    const { rows } = await this.pool.query<{ position: string }>({
      name: 'watch-checkpoint',
      text: 'SELECT position FROM platform.checkpoints WHERE name = $1',
      values: [name],
    });
    return BigInt(rows[0]?.position ?? -1) >= position;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
