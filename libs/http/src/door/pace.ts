import { monotonicMs } from '#kernel';

/** Something that arrives or leaves in pieces. */
export interface Transfer {
  /** Bytes that have passed so far. */
  readonly bytes: () => number;
  /** Whether this side has nothing to pass on for now: then the other is not slow. */
  readonly isOurs?: () => boolean;
  /** It is too slow, and is not looked at any more. */
  readonly tooSlow: () => void;
}

export interface PaceLimits {
  /** For this long nothing may pass at all. */
  readonly idleMs: number;
  /** Only after this long its rate counts. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  /** After so long it is too slow in any case. */
  readonly totalMs?: number;
}

/** A transfer from when it was watched on: as light as it can be, since each request has one. */
class Watched {
  /** Bytes that had passed when its rate began to count, and when it was looked at last. */
  first = 0;
  last = 0;
  lastAt: number;
  readonly begunAt: number;

  constructor(
    readonly transfer: Transfer,
    /** From when on its rate counts. */
    public since: number,
  ) {
    this.lastAt = since;
    this.begunAt = since;
  }
}

const LOOK_MS = 1_000;

/** Ends transfers that drip: looks at those under way once a second. */
export class Pace {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: PaceLimits,
    private readonly nowMs: () => number = monotonicMs,
  ) {}

  /** Watches a transfer from now until the returned function is called. */
  watch(transfer: Transfer): () => void {
    const watched = new Watched(transfer, this.nowMs());
    this.watched.add(watched);
    this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    return () => void this.watched.delete(watched);
  }

  /** Looks at every transfer now. */
  look(): void {
    const now = this.nowMs();
    const { idleMs, graceMs, bytesPerSecond, totalMs = Infinity } = this.limits;
    for (const one of [...this.watched]) {
      const { transfer } = one;
      const bytes = transfer.bytes();
      if (transfer.isOurs?.()) {
        one.since = now;
        one.first = bytes;
      }
      if (one.since === now || bytes > one.last) {
        one.last = bytes;
        one.lastAt = now;
      }
      const expected = ((now - one.since - graceMs) / 1000) * bytesPerSecond;
      const isInTime = now - one.begunAt <= totalMs;
      if (isInTime && now - one.lastAt <= idleMs && bytes - one.first >= expected) continue;
      this.watched.delete(one);
      transfer.tooSlow();
    }
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
