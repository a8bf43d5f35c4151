import { START, type Position } from '#kernel';
import { unpack, type Unpacked } from './event-data.js';
import type { RawEvent } from './messages.js';
import type { Read } from './read.js';

/** What is kept, at most: a reader that is further behind asks the server. */
const LIMIT = { events: 500, bytes: 8_000_000 } as const;

/** An event, unpacked when it is first read: most of what others append is not for this process. */
class Kept implements Read {
  private opened: Unpacked | undefined;

  constructor(readonly raw: RawEvent) {}

  get unpacked(): Unpacked {
    return (this.opened ??= unpack(this.raw.data, this.raw.metadata));
  }
}

/**
 * Our newest events as the subscription brings them: who follows the feed need not ask the server for what it has sent by itself.
 * They are all there are between `start` and the last of them, since a subscription leaves none out, and goes on
 * where the one before it ended.
 */
export class Recent {
  private readonly kept: Kept[] = [];
  private bytes = 0;
  private start: Position | undefined;
  private end: Position = START;
  private isLive = false;
  private readonly waiters = new Set<() => void>();

  /** A subscription brings what comes after a position. */
  begin(after: Position): void {
    if (this.start !== undefined && after === this.end) return;
    this.kept.length = 0;
    this.bytes = 0;
    this.start = after;
    this.end = after;
  }

  /** Whether the subscription is there: nobody waits for what it brings while it is not. */
  setLive(isLive: boolean): void {
    this.isLive = isLive;
    if (!isLive) this.wake();
  }

  push(raw: RawEvent): void {
    if (this.start === undefined || raw.position <= this.end) return;
    this.end = raw.position;
    this.kept.push(new Kept(raw));
    this.bytes += raw.data.length;
    while (this.kept.length > LIMIT.events || this.bytes > LIMIT.bytes) this.drop();
    this.wake();
  }

  /** The subscription has passed a place: there is nothing of ours up to it. */
  pass(position: Position): void {
    if (position > this.end) this.end = position;
    this.wake();
  }

  /** All events after a position, oldest first; undefined where some of them may not be here. */
  after(position: Position): readonly Read[] | undefined {
    if (this.start === undefined || position < this.start) return undefined;
    let from = this.kept.length;
    while (from > 0 && (this.kept[from - 1]?.raw.position ?? START) > position) from -= 1;
    return this.kept.slice(from);
  }

  /** Waits until the subscription has come to a position; no longer than this, and not while there is none. */
  async reaches(position: Position, ms: number): Promise<void> {
    if (this.end >= position || !this.isLive) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.end < position && this.isLive) return;
        clearTimeout(timer);
        this.waiters.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiters.delete(look);
        resolve();
      }, ms).unref();
      this.waiters.add(look);
    });
  }

  private drop(): void {
    const dropped = this.kept.shift();
    if (!dropped) return;
    this.bytes -= dropped.raw.data.length;
    this.start = dropped.raw.position;
  }

  private wake(): void {
    for (const waiter of [...this.waiters]) waiter();
  }
}
