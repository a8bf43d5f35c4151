import { LRUCache } from 'lru-cache';
import { monotonicMs } from '#kernel';
import type { Notifications } from '#event-store';
import type { Place, ReadModel } from '#contracts';
import type { ProjectedRow } from './projection.js';
import { isShown, notShown } from './removed-rows.js';
import { readRowNotice, rowsOf, type RowNotice, type RowTeller } from './row-notices.js';
import type { OwnPool } from '../databases.js';

interface RevisionWaiter {
  readonly revision: number;
  readonly settle: (reached: boolean) => void;
}

/** The state of a row after a commit. */
export interface RowChange {
  /** Undefined: it is not there, or not any more. */
  readonly row: ProjectedRow | undefined;
  /** Of the last event that led to it, and when that was recorded. */
  readonly revision: number;
  readonly recordedAt: Date;
}

/** The rows that a commit stored or removed, by id. */
export type RowChanges = ReadonlyMap<string, RowChange>;

interface Follower {
  latest: ProjectedRow | undefined;
  /** Another process has stored the row, or may have: it is to be read. */
  isStale: boolean;
  wake: () => void;
}

/** How a process hears of what the projections of others store. */
export interface RowsOfOthers {
  readonly notifications: Notifications;
  /** This process: what it tells itself is no news. */
  readonly self: RowTeller;
  /** How often to ask the database all the same, while notifications arrive. */
  readonly pollMs?: number;
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

/** How often to ask the database, where its notifications tell or nobody else stores anything: one may be lost. */
const POLL_MS = 1_000;
/** Where they don't arrive: how often to ask about projections that run in other processes. */
const UNTOLD_POLL_MS = 20;
/** ... and about those of this process, which a replica may be running in its place. */
const UNTOLD_HOSTED_POLL_MS = 500;
/** How long a projection of this process is listened to before the first look: a row of old tells nothing any more. */
const FIRST_LOOK_MS = 30;
/** How many rows are remembered with their revisions: those that changed last. */
const REMEMBERED = 5_000;

function rowIdOf({ projection, stream: prefix }: ReadModel, stream: string): string {
  if (!stream.startsWith(prefix)) throw new Error(`${projection} has no row of ${stream}`);
  return stream.slice(prefix.length);
}

/**
 * Lets a caller read its own write: waits until a row shows a revision of its stream, or until it changes. Hears at
 * once from projections of this process, and from others by the database's notifications; asks the database now and then for
 * what was not heard.
 */
export class ProjectionWatch {
  private readonly local = new Set<string>();
  private readonly divided = new Set<string>();
  /** By projection and row, as the next two. */
  private readonly shown = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly waiters = new Map<string, Set<RevisionWaiter>>();
  private readonly followers = new Map<string, Set<Follower>>();

  private readonly listeners = new Map<string, (() => void)[]>();

  private released = false;

  constructor(
    private readonly pool: OwnPool,
    private readonly others?: RowsOfOthers,
  ) {
    others?.notifications.on(rowsOf(others.self.service), (text) => this.hear(text));
  }

  /** Ends all waits, present and future: the rows may appear only after this process. */
  release(): void {
    this.released = true;
    this.lookAgain(() => true);
  }

  /**
   * Calls back after each commit of a projection of this process that stored or removed rows, and when another process has
   * stored in its place. Events that pass it by are no news: every invoice has some.
   */
  onAdvance(name: string, listener: () => void): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  /** What a projection of another process has stored; undefined: something may have been missed. */
  private hear(text: string | undefined): void {
    if (text === undefined) {
      for (const name of this.listeners.keys()) this.tell(name);
      return this.lookAgain(() => true);
    }
    const notice = readRowNotice(text);
    if (notice && notice.instance !== this.others?.self.instance) this.noteElsewhere(notice);
  }

  private noteElsewhere({ projection, rows }: RowNotice): void {
    this.tell(projection);
    if (!rows) return this.lookAgain((rowKey) => rowKey.startsWith(`${projection}/`));
    for (const [id, revision] of rows) {
      const rowKey = `${projection}/${id}`;
      this.show(rowKey, revision);
      this.readAgain(rowKey);
    }
  }

  /** Lets those who wait for some rows ask the database. */
  private lookAgain(isMeant: (rowKey: string) => boolean): void {
    for (const [rowKey, waiters] of this.waiters)
      if (isMeant(rowKey)) for (const waiter of waiters) waiter.settle(false);
    for (const rowKey of this.followers.keys()) if (isMeant(rowKey)) this.readAgain(rowKey);
  }

  private readAgain(rowKey: string): void {
    for (const follower of this.followers.get(rowKey) ?? []) {
      follower.isStale = true;
      follower.wake();
    }
  }

  private show(rowKey: string, revision: number): void {
    // What is told late, by a process that has slept, takes nothing back.
    if (revision >= (this.shown.get(rowKey) ?? -1)) this.shown.set(rowKey, revision);
    for (const waiter of this.waiters.get(rowKey) ?? []) if (waiter.revision <= revision) waiter.settle(true);
  }

  private tell(name: string): void {
    for (const listener of this.listeners.get(name) ?? []) listener();
  }

  /** Called by the runner of a projection in this process, with the rows it has stored or removed. */
  noteAdvance(name: string, changes: RowChanges): void {
    if (changes.size > 0) this.tell(name);
    for (const [id, { row, revision }] of changes) {
      const rowKey = `${name}/${id}`;
      this.show(rowKey, revision);
      for (const follower of this.followers.get(rowKey) ?? []) {
        follower.latest = row;
        follower.wake();
      }
    }
  }

  /**
   * Called when the runner of a projection starts in this process, or starts again because another process has stored
   * something in its place: waiting callers look again.
   */
  noteStart(name: string): void {
    this.local.add(name);
    this.tell(name);
    this.lookAgain((rowKey) => rowKey.startsWith(`${name}/`));
  }

  /**
   * Says that a projection runs in this process, so that its waiters hear of it without asking.
   * @param isDivided by lanes: some of its rows may always be stored by another process
   */
  hosts(name: string, { isDivided = false }: { readonly isDivided?: boolean } = {}): void {
    this.local.add(name);
    if (isDivided) this.divided.add(name);
  }

  /** Whether what is stored of a projection is heard here, ordinarily. */
  private isHosted(name: string): boolean {
    return this.local.has(name) && (!this.divided.has(name) || this.others?.notifications.arrive !== false);
  }

  /**
   * True once the row of a stream shows the revision, or a later one, or has been removed by then; false when the
   * time is up first.
   */
  async reached(model: ReadModel, { stream, revision }: Place, timeoutMs: number): Promise<boolean> {
    const { projection } = model;
    const id = rowIdOf(model, stream);
    const rowKey = `${projection}/${id}`;
    const deadline = monotonicMs() + timeoutMs;
    const hosted = this.isHosted(projection);
    for (let listenMs = hosted ? FIRST_LOOK_MS : 0; ; listenMs = this.pollMs(hosted)) {
      if (this.remembers(rowKey, revision)) return true;
      const heardMs = this.released ? 0 : Math.min(deadline - monotonicMs(), listenMs);
      if (heardMs > 0 && (await this.hears(rowKey, revision, heardMs))) return true;
      if (await isShown(this.pool, model, id, revision)) return true;
      if (monotonicMs() >= deadline || this.released) return false;
    }
  }

  /** The same for many rows: one question for all of them, and again each time that one was waited for. */
  async reachedAll(model: ReadModel, places: readonly Place[], timeoutMs: number): Promise<boolean> {
    const deadline = monotonicMs() + timeoutMs;
    const wanted = places.map((place) => ({ ...place, id: rowIdOf(model, place.stream) }));
    for (let left = wanted; ; left = left.slice(0, -1)) {
      left = left.filter(({ id, revision }) => !this.remembers(`${model.projection}/${id}`, revision));
      if (left.length > 0) left = await notShown(this.pool, model, left);
      // Most likely the last to be seen.
      const last = left.at(-1);
      if (!last) return true;
      if (!(await this.reached(model, last, deadline - monotonicMs()))) return false;
    }
  }

  private remembers(rowKey: string, revision: number): boolean {
    return (this.shown.get(rowKey) ?? -1) >= revision;
  }

  private pollMs(hosted: boolean): number {
    if (this.others ? this.others.notifications.arrive : hosted) return this.others?.pollMs ?? POLL_MS;
    return hosted ? UNTOLD_HOSTED_POLL_MS : UNTOLD_POLL_MS;
  }

  /**
   * Follows one row of a projection from now on. Begin before the command that changes it is sent: the
   * follower then sees every change, without asking the database where the projection runs here.
   */
  follow(name: string, id: string): RowFollower {
    const rowKey = `${name}/${id}`;
    const followers = this.followers.get(rowKey) ?? new Set();
    this.followers.set(rowKey, followers);
    const follower: Follower = { latest: undefined, isStale: false, wake: () => {} };
    followers.add(follower);
    return {
      until: async <Row extends ProjectedRow>(search: RowSearch<Row>): Promise<Row | undefined> => {
        const deadline = monotonicMs() + search.timeoutMs;
        for (;;) {
          const heard = follower.latest as Row | undefined;
          if (heard && search.accept(heard)) return heard;
          const leftMs = deadline - monotonicMs();
          if (leftMs <= 0 || this.released) return undefined;
          const pollMs = this.pollMs(this.isHosted(name));
          if (!follower.isStale && (await this.wakes(follower, Math.min(leftMs, pollMs)))) continue;
          follower.isStale = false;
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

  /** True when the row changed, false when the time is up first, or when it is to be read. */
  private wakes(follower: Follower, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      follower.wake = () => {
        clearTimeout(timer);
        resolve(!follower.isStale);
      };
    });
  }

  /** True when the row shows the revision, false when the time is up first, or when it is to be looked for. */
  private hears(rowKey: string, revision: number, timeoutMs: number): Promise<boolean> {
    const waiters = this.waiters.get(rowKey) ?? new Set();
    this.waiters.set(rowKey, waiters);
    return new Promise((resolve) => {
      const settle = (reached: boolean): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        if (waiters.size === 0) this.waiters.delete(rowKey);
        resolve(reached);
      };
      const waiter = { revision, settle };
      const timer = setTimeout(() => settle(false), timeoutMs);
      waiters.add(waiter);
    });
  }
}
