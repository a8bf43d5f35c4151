/** Gives back what was taken; a second call does nothing. */
export type Release = () => void;

export interface ShareLimits {
  /** 0: without limit, here and below. */
  readonly total: number;
  readonly each: number;
}

interface Waiter {
  readonly keys: readonly string[];
  readonly amount: number;
  readonly grant: (release: Release | undefined) => void;
}

/** Of one holder, no more than these wait: the next is refused. */
const MOST_WAITING = 2_000;

/**
 * How much of something (connections, requests, bytes) is held, in all and by each key. Those that wait are let in as room
 * becomes free, the keys in turn, so that one with a long queue does not stand before the others.
 */
export class Shares {
  private taken = 0;
  private readonly held = new Map<string, number>();
  /** By the first key of those that wait. */
  private readonly queues = new Map<string, Waiter[]>();

  constructor(private readonly limits: ShareLimits) {}

  /** What all hold. */
  get total(): number {
    return this.taken;
  }

  /** Whether what all hold leaves no room for this amount, whoever asks. */
  isFull(amount: number): boolean {
    return !fits(this.taken, amount, this.limits.total);
  }

  /** Takes an amount for each of the keys (counted once in all); undefined: there is no room. */
  take(keys: readonly string[], amount: number): Release | undefined {
    if (!this.hasRoom(keys, amount)) return undefined;
    this.taken += amount;
    for (const key of keys) this.held.set(key, (this.held.get(key) ?? 0) + amount);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.giveBack(keys, amount);
    };
  }

  /** Takes as soon as there is room; undefined: there was none in time, or too many wait already. */
  async wait(keys: readonly string[], amount: number, timeoutMs: number): Promise<Release | undefined> {
    const [first = ''] = keys;
    const queue = this.queues.get(first) ?? [];
    // Who comes later does not overtake.
    const now = queue.length === 0 ? this.take(keys, amount) : undefined;
    if (now || queue.length >= MOST_WAITING) return now;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...{ keys, amount },
        grant: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const timer = setTimeout(() => {
        this.leave(first, waiter);
        waiter.grant(undefined);
      }, timeoutMs);
      queue.push(waiter);
      this.queues.set(first, queue);
    });
  }

  private hasRoom(keys: readonly string[], amount: number): boolean {
    const { each } = this.limits;
    return !this.isFull(amount) && keys.every((key) => fits(this.held.get(key) ?? 0, amount, each));
  }

  private giveBack(keys: readonly string[], amount: number): void {
    this.taken -= amount;
    for (const key of keys) {
      const left = (this.held.get(key) ?? 0) - amount;
      if (left > 0) this.held.set(key, left);
      else this.held.delete(key);
    }
    this.letIn();
  }

  private letIn(): void {
    for (const [key, queue] of [...this.queues]) {
      const [next] = queue;
      const release = next && this.take(next.keys, next.amount);
      if (!release) continue;
      this.leave(key, next);
      // To the end of the round.
      if (this.queues.delete(key)) this.queues.set(key, queue);
      next.grant(release);
    }
  }

  private leave(key: string, waiter: Waiter): void {
    const queue = this.queues.get(key);
    const at = queue?.indexOf(waiter) ?? -1;
    if (at >= 0) queue?.splice(at, 1);
    if (queue?.length === 0) this.queues.delete(key);
  }
}

/** What is alone has room: a limit below the largest body would refuse it for ever. */
const fits = (held: number, amount: number, limit: number): boolean =>
  limit === 0 || held === 0 || held + amount <= limit;
