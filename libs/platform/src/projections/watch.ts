import type pg from 'pg';
import type { ProjectedRow } from './projection.js';

interface PositionWaiter {
  readonly position: bigint;
  readonly settle: (reached: boolean) => void;
}

/** The rows that a commit stored, by id; undefined for one that it removed. */
export type RowChanges = ReadonlyMap<string, ProjectedRow | undefined>;

interface Follower {
  latest: ProjectedRow | undefined;
  wake: () => void;
}

export interface RowSearch<Row extends ProjectedRow> {
  readonly accept: (row: Row) => boolean;
  /** Reads the row from the database: for a projection that runs elsewhere, or a change that was not heard. */
  readonly read: () => Promise<Row | undefined>;
  readonly timeoutMs: number;
}

export interface RowFollower {
  /** The first state of the row that is accepted; undefined when the time is up first. */
  until<Row extends ProjectedRow>(search: RowSearch<Row>): Promise<Row | undefined>;
  close(): void;
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
  private readonly followers = new Map<string, Set<Follower>>();

  private released = false;

  constructor(private readonly pool: pg.Pool) {}

  /** Ends all waits within half a second, and those that come: what is waited for may come after this process. */
  release(): void {
    this.released = true;
  }

  /** Called by the runner of a projection in this process for each position passed, with the rows stored. */
  advanced(name: string, position: bigint, changes: RowChanges): void {
    this.local.set(name, position);
    for (const waiter of this.positionWaiters.get(name) ?? [])
      if (waiter.position <= position) waiter.settle(true);
    if (this.followers.size === 0) return;
    for (const [id, row] of changes)
      for (const follower of this.followers.get(`${name}/${id}`) ?? []) {
        follower.latest = row;
        follower.wake();
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
      if (leftMs <= 0 || this.released) return false;
      if (local === undefined) await pause(Math.min(leftMs, POLL_MS));
      else if (await this.hears(name, position, Math.min(leftMs, HOSTED_POLL_MS))) return true;
      else if (await this.stands(name, position)) return true;
    }
  }

  /**
   * Follows one row of a projection from now on. Begin before the command that changes it is sent: the
   * follower then sees every change, without asking the database where the projection runs here.
   */
  follow(name: string, id: string): RowFollower {
    const rowKey = `${name}/${id}`;
    const followers = this.followers.get(rowKey) ?? new Set();
    this.followers.set(rowKey, followers);
    const follower: Follower = { latest: undefined, wake: () => {} };
    followers.add(follower);
    return {
      until: async <Row extends ProjectedRow>(search: RowSearch<Row>): Promise<Row | undefined> => {
        const deadline = Date.now() + search.timeoutMs;
        const pollMs = this.local.has(name) ? HOSTED_POLL_MS : POLL_MS;
        for (;;) {
          const heard = follower.latest as Row | undefined;
          if (heard && search.accept(heard)) return heard;
          const leftMs = deadline - Date.now();
          if (leftMs <= 0 || this.released) return undefined;
          if (await this.wakes(follower, Math.min(leftMs, pollMs))) continue;
          const read = await search.read();
          if (read && search.accept(read)) return read;
        }
      },
      close: () => {
        followers.delete(follower);
        if (followers.size === 0) this.followers.delete(rowKey);
      },
    };
  }

  /** True when the row changed, false when the time is up first. */
  private wakes(follower: Follower, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      follower.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
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
