import type { Consumer } from 'kafkajs';
import { monotonicMs } from '#kernel';
import { heartbeatSentAt } from './group-internals.js';

/** After this long without a sign of the group something hangs: kafkajs gives up and starts again much earlier. */
const HUNG_MS = 180_000;

/** What the watch uses of a kafkajs consumer. */
export type Watched = Pick<Consumer, 'events' | 'on'>;

/**
 * Follows the events of one kafkajs consumer: whether it is in its group, whether it will recover by itself, and
 * whether it may begin work now. It may while the broker surely counts it as a member: for the length of the session
 * from when the last answered heartbeat was sent. A process that was paused for longer may not, whatever is in its
 * buffers, until the group has answered again.
 */
export class GroupWatch {
  private joinedNow = false;
  private dead = false;
  private heardAt: number;
  private memberSince = -Infinity;
  private readonly firstJoin: Promise<void>;
  private waiting: (() => void)[] = [];

  /** @param onJoin hears, before anything is fetched, which partitions this member has now */
  constructor(
    consumer: Watched,
    private readonly sessionMs: number,
    onJoin: (partitions: Readonly<Record<string, number[]>>) => void,
    private readonly now = monotonicMs,
  ) {
    this.heardAt = now();
    const { GROUP_JOIN, HEARTBEAT, CRASH, STOP } = consumer.events;
    this.firstJoin = new Promise((resolve) => {
      consumer.on(GROUP_JOIN, ({ payload }) => {
        this.joinedNow = true;
        this.heardAt = this.now();
        // How long the answer took nobody knows: the first heartbeat of the new generation says.
        this.memberSince = -Infinity;
        onJoin(payload.memberAssignment);
        resolve();
        this.wake();
      });
    });
    consumer.on(HEARTBEAT, ({ payload }) => {
      this.heardAt = this.now();
      this.memberSince = heartbeatSentAt(payload) ?? -Infinity;
      this.wake();
    });
    consumer.on(STOP, () => this.leave());
    consumer.on(CRASH, ({ payload }) => {
      if (!payload.restart) this.dead = true;
      this.leave();
    });
  }

  /** False also where commands hardly arrive: without a sign of the group for two sessions. */
  get connected(): boolean {
    return this.joinedNow && !this.dead && this.quietMs() < 2 * this.sessionMs;
  }

  get alive(): boolean {
    return !this.dead && this.quietMs() < Math.max(HUNG_MS, 2 * this.sessionMs);
  }

  /** Whether work of its partitions may begin. */
  get mayBegin(): boolean {
    return this.joinedNow && this.now() - this.memberSince < this.sessionMs;
  }

  /** Resolves when the group has answered, or changed, or the consumer has ended; or when `wake` is called. */
  news(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private leave(): void {
    this.joinedNow = false;
    this.memberSince = -Infinity;
    this.wake();
  }

  private quietMs(): number {
    return this.now() - this.heardAt;
  }

  /** Resolves at the first join; false when the time is up first. */
  joined(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      void this.firstJoin.then(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}

/** As long as a partition may be without an owner when a process dies, in milliseconds. */
export const SESSION_MS = 10_000;

/** How soon a client learns that a topic has more partitions, or another leader. */
export const METADATA_AGE_MS = 2_000;

/**
 * Timings of groups that change while commands are waiting: a member that dies is missed after its session, a
 * change reaches the others with their next heartbeat. A fetch that finds nothing waits no longer than that.
 */
export const groupTimings = (sessionMs: number) => ({
  sessionTimeout: sessionMs,
  rebalanceTimeout: Math.round(1.5 * sessionMs),
  heartbeatInterval: Math.round(sessionMs / 10),
  maxWaitTimeInMs: Math.round(sessionMs / 10),
  metadataMaxAge: METADATA_AGE_MS,
  allowAutoTopicCreation: false,
  // It restarts by itself after errors that a later attempt may not meet; CRASH reports the others.
  retry: { initialRetryTime: 100, multiplier: 2, maxRetryTime: 2_000, retries: 8 },
});
