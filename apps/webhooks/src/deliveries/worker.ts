import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonicMs, newId, type SystemNow } from '#kernel';
import { makeAttempt, type AttemptParts } from './attempt.js';
import { isGone } from './health.js';
import type { Observer } from './metrics.js';
import type { Claimed, Result } from './claimed.js';
import type { Queue } from './queue.js';
import { LIMITS, Rooms, type Limits, type Room } from './rooms.js';

export interface WorkerOptions extends AttemptParts {
  readonly queue: Queue;
  readonly log: Logger;
  readonly systemNow: SystemNow;
  readonly observer: Observer;
  /** No other process works on this database: what is due is known without looking again and again. */
  readonly soleInstance: boolean;
  readonly leaseMs: number;
  readonly limits?: Limits;
  /** Milliseconds that only grow. */
  readonly monotonic?: () => number;
  /** How often other processes' deliveries are looked for. */
  readonly pollMs?: number;
  /** How long `stop` waits for what is under way. */
  readonly stopMs?: number;
  /** Something to be said of an endpoint: it answered 410. */
  readonly onGone?: () => void;
}

/** A place for an attempt that the caller records and leases to this process in its own statement: one of both is called. */
export interface Lease {
  run(claimed: Claimed): void;
  /** It is not made. */
  end(): void;
}

const POLL_MS = 1_000;
/** How often an installation without endpoints is looked at; how long a sole process trusts what it knows. */
const LOOK_MS = 60_000;
const CHECK_MS = 30_000;
const STOP_MS = 11_000;
/** A request takes no longer than this: one that could outlast its lease is not begun. */
const REQUEST_MS = 12_000;
/** Between claims, at least, and as a multiple of what the last one took. */
const PAUSE_MS = 10;
const PAUSE_TIMES = 1;
const MOST_PAUSE_MS = 200;
const RETRY_MS = 500;
/** An endpoint that asks for patience gets nothing for so long at most; one that is gone, until it is disabled. */
const HOLD_MS = 60_000;
const GONE_MS = 3_000;

/**
 * Delivers what is due: claims, makes the attempts and stores what came of them. It works when it is woken, when something
 * it knows of falls due, and, among several processes, once a second while there are endpoints.
 */
export class Worker {
  private readonly rooms: Rooms;
  private readonly underWay = new Set<Promise<void>>();
  /** Endpoints of which the last claim may have left some for want of room; those that keep the order always may. */
  private hungry = new Set<string>();
  private crowded = false;
  private asked = false;
  private loop: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private lookedAt = -Infinity;
  private endpoints = false;
  private stopped = false;
  private started = false;

  constructor(private readonly options: WorkerOptions) {
    this.rooms = new Rooms(options.limits ?? LIMITS, this.now);
  }

  get inFlight(): number {
    return this.underWay.size;
  }

  /** Whether there is an endpoint, as far as this process has noticed. */
  get hasEndpoints(): boolean {
    return this.endpoints;
  }

  async start(): Promise<void> {
    if (this.options.soleInstance) await this.options.queue.releaseAll();
    this.started = true;
    this.plan(0);
  }

  /** Waits for what is under way, but not for ever; what is left is free for others. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.loop;
    const ended = Promise.all(this.underWay);
    await Promise.race([ended, sleep(this.options.stopMs ?? STOP_MS, undefined, { ref: false })]);
    if (this.underWay.size === 0) return;
    await this.options.queue
      .release()
      .catch((error: unknown) =>
        this.options.log.warn({ err: error }, 'leases of webhooks are left to expire'),
      );
  }

  /** There may be something to do. */
  readonly wake = (): void => {
    this.endpoints = true;
    this.asked = true;
    if (this.started && !this.stopped) this.loop ??= this.work();
  };

  /** An organization's clock has moved: its deliveries are due at other times than were known. */
  clockMoved(organizationId: string): void {
    this.rooms.letGo(organizationId);
    this.wake();
    this.plan(PAUSE_MS);
  }

  /** Milliseconds that only grow. */
  readonly now = (): number => (this.options.monotonic ?? monotonicMs)();

  /** A place for an attempt by hand, which does not wait its turn; undefined where there are enough under way. */
  lease(endpointId: string, organizationId: string): Lease | undefined {
    const askedAt = this.now();
    const place = newId();
    if (!this.rooms.beginByHand(endpointId, organizationId, place)) return undefined;
    const end = (): void => {
      this.rooms.end(endpointId, place, undefined);
      // What found no room meanwhile.
      if (this.crowded || this.hungry.has(endpointId)) this.wake();
    };
    const run = (claimed: Claimed): void => {
      this.endpoints = true;
      this.rooms.end(endpointId, place, undefined);
      this.run(claimed, askedAt);
    };
    return { run, end };
  }

  private async work(): Promise<void> {
    while (this.asked && !this.stopped) {
      this.asked = false;
      const since = this.now();
      const claimed = await this.claim();
      if (claimed > 0) this.asked = true;
      const pause = Math.max(PAUSE_MS, PAUSE_TIMES * (this.now() - since));
      if (!this.stopped) await sleep(Math.min(pause, MOST_PAUSE_MS));
    }
    // In the same turn as the last look: who wakes this later must find no loop under way.
    this.loop = undefined;
    // What is held now is looked at again when it no longer is.
    const held = this.rooms.heldUntil;
    if (held !== undefined) this.plan(held - this.now() + 1);
  }

  /** @returns how many were claimed or given up: then there may be more */
  private async claim(): Promise<number> {
    const { queue, log, observer } = this.options;
    const room = this.rooms.look();
    this.crowded = room.crowded;
    if (room.all === 0) return 0;
    const askedAt = this.now();
    try {
      const { claimed, interrupted, givenUp } = await queue.claim(room);
      this.noteHunger(room, claimed);
      observer.claimed({ interrupted, givenUp });
      for (const one of claimed) this.run(one, askedAt);
      return claimed.length + givenUp;
    } catch (error) {
      log.warn({ err: error }, 'could not look for webhooks to deliver');
      // What it may have claimed nevertheless is free after the lease.
      this.plan(RETRY_MS);
      return 0;
    }
  }

  private noteHunger(room: Room, claimed: readonly Claimed[]): void {
    const count = (ids: readonly string[]): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    };
    const endpoints = count(claimed.map(({ endpointId }) => endpointId));
    const organizations = count(claimed.map(({ organizationId }) => organizationId));
    for (const [id, taken] of endpoints)
      if (taken >= (room.endpoints[id] ?? room.otherEndpoints)) this.hungry.add(id);
    for (const [id, left] of Object.entries(room.endpoints)) if (left === 0) this.hungry.add(id);
    for (const { webhook } of claimed) if (webhook.ordered) this.hungry.add(webhook.id);
    this.crowded ||=
      claimed.length >= room.all ||
      Object.values(room.organizations).includes(0) ||
      [...organizations].some(([id, taken]) => taken >= (room.organizations[id] ?? room.otherOrganizations));
  }

  private run(claimed: Claimed, askedAt: number): void {
    this.rooms.begin(claimed.endpointId, claimed.organizationId, claimed.attemptId);
    const work = this.deliver(claimed, askedAt).finally(() => {
      this.underWay.delete(work);
      const wakes = this.crowded || this.hungry.delete(claimed.endpointId);
      if (wakes) this.wake();
    });
    this.underWay.add(work);
  }

  private async deliver(claimed: Claimed, askedAt: number): Promise<void> {
    const { endpointId, attemptId } = claimed;
    const { leaseMs, observer } = this.options;
    // The process has slept: by now it may be another's.
    if (this.now() - askedAt > leaseMs - REQUEST_MS) {
      this.rooms.end(endpointId, attemptId, undefined);
      this.plan(leaseMs);
      return;
    }
    observer.begun(claimed);
    const result = await makeAttempt(this.options, claimed);
    observer.ended(result);
    const { error, retry_after_ms: asks, status_code } = result.sent;
    const gone = isGone(status_code);
    // Before the row is free, or its next event could be claimed in between.
    if (gone || (error !== null && asks !== null))
      this.rooms.hold(endpointId, gone ? GONE_MS : Math.min(asks ?? 0, HOLD_MS));
    await this.store(result, askedAt + leaseMs);
    this.rooms.end(endpointId, attemptId, result.counts ? error === null : undefined);
    if (result.nextAt) this.planAt(result.nextAt);
    if (gone) this.options.onGone?.();
  }

  /** A result that can't be stored before the lease ends is lost: the event is delivered once more, under the same id. */
  private async store(result: Result, until: number): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.options.queue.finish(result);
      } catch (error) {
        const { attemptId } = result.claimed;
        this.options.log.warn({ err: error, attempt: attemptId }, "a webhook's result could not be stored");
        if (this.now() > until || this.stopped) return this.plan(this.options.leaseMs);
        await sleep(Math.min(RETRY_MS * tries, 5_000));
      }
  }

  private planAt(at: Date): void {
    if (this.options.soleInstance) this.plan(at.getTime() - this.options.systemNow().getTime());
  }

  /** Looks in so long, if not before. */
  private plan(ms: number): void {
    if (this.stopped) return;
    const at = this.now() + Math.max(0, ms);
    if (at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(() => void this.tick(), Math.min(Math.max(0, ms), LOOK_MS)).unref();
  }

  private async tick(): Promise<void> {
    this.timerAt = Infinity;
    try {
      await this.look();
    } catch (error) {
      this.options.log.warn({ err: error }, 'could not look for webhooks to deliver');
      this.plan(this.options.pollMs ?? POLL_MS);
    }
  }

  private async look(): Promise<void> {
    const { queue, soleInstance, systemNow, pollMs = POLL_MS } = this.options;
    if (!this.endpoints || this.now() - this.lookedAt > LOOK_MS) {
      this.endpoints = await queue.hasEndpoints();
      this.lookedAt = this.now();
    }
    // Where this process is the only one, it is woken by the first delivery.
    if (!this.endpoints) return soleInstance ? undefined : this.plan(LOOK_MS);
    this.wake();
    await this.loop;
    if (!soleInstance) return this.plan(pollMs);
    const { waiting, next } = await queue.next();
    if (waiting === 0) return;
    this.plan(Math.min(CHECK_MS, next ? next.getTime() - systemNow().getTime() : CHECK_MS));
  }
}
