import type { Consumer } from 'kafkajs';
import { monotonicMs } from '#kernel';

/** Without a sign of the group for so long, commands hardly arrive. */
const QUIET_MS = 20_000;
/** After this long without one, something hangs: kafkajs gives up and starts again much earlier. */
const HUNG_MS = 180_000;

/** Follows the events of one kafkajs consumer: whether it is in its group, and whether it will recover by itself. */
export class GroupWatch {
  private joinedNow = false;
  private dead = false;
  private heardAt = monotonicMs();
  private readonly firstJoin: Promise<void>;

  /** @param onJoin hears, before anything is fetched, which partitions this member has now */
  constructor(consumer: Consumer, onJoin: (partitions: Readonly<Record<string, number[]>>) => void) {
    const { GROUP_JOIN, HEARTBEAT, CRASH, STOP } = consumer.events;
    this.firstJoin = new Promise((resolve) => {
      consumer.on(GROUP_JOIN, ({ payload }) => {
        this.joinedNow = true;
        this.heardAt = monotonicMs();
        onJoin(payload.memberAssignment);
        resolve();
      });
    });
    consumer.on(HEARTBEAT, () => void (this.heardAt = monotonicMs()));
    consumer.on(STOP, () => void (this.joinedNow = false));
    consumer.on(CRASH, ({ payload }) => {
      this.joinedNow = false;
      if (!payload.restart) this.dead = true;
    });
  }

  get connected(): boolean {
    return this.joinedNow && !this.dead && this.quietMs() < QUIET_MS;
  }

  get alive(): boolean {
    return !this.dead && this.quietMs() < HUNG_MS;
  }

  private quietMs(): number {
    return monotonicMs() - this.heardAt;
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

/**
 * Timings of groups that change while commands are waiting: a member that dies is missed after ten seconds, a
 * change reaches the others with their next heartbeat. A fetch that finds nothing waits no longer than that.
 */
export const GROUP_TIMINGS = {
  sessionTimeout: 10_000,
  rebalanceTimeout: 15_000,
  heartbeatInterval: 1_000,
  maxWaitTimeInMs: 500,
  allowAutoTopicCreation: false,
  // It restarts by itself after errors that a later attempt may not meet; CRASH reports the others.
  retry: { initialRetryTime: 100, multiplier: 2, maxRetryTime: 2_000, retries: 8 },
} as const;
