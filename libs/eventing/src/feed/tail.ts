import { START, type Position } from '#kernel';
import type { RecordedEvent } from '#event-store';
import { roughBytes } from '../memory.js';

/** Events that stay after everybody has handled them, where they are not large. */
const KEPT = { events: 100, bytes: 4_000_000 } as const;
const LIMIT = { events: 500, bytes: 32_000_000 } as const;

/** The newest events of the feed, in order, as many as fit: all of the streams that are followed. */
export class Tail {
  private readonly events: RecordedEvent[] = [];
  /** What each of them takes, so that it is measured once. */
  private readonly sizes: number[] = [];
  private bytes = 0;

  private reached: Position;

  /** @param start the position after which the events begin */
  constructor(private startsAfter: Position = START) {
    this.reached = startsAfter;
  }

  get start(): Position {
    return this.startsAfter;
  }

  /** Up to where the feed was read: the newest event's position, or further on. */
  get newest(): Position {
    return this.reached;
  }

  /**
   * What follows a position in the feed that is `newest`, or was: what came meanwhile, by another way, is left out. The oldest
   * go where it is too much.
   *
   * @param looked up to where nothing is missing
   */
  push(events: readonly RecordedEvent[], looked: Position): void {
    const known = this.reached;
    if (looked <= known) return;
    this.reached = looked;
    for (const event of events) {
      if (event.position <= known) continue;
      const size = roughBytes(event.data);
      this.events.push(event);
      this.sizes.push(size);
      this.bytes += size;
    }
    while (this.events.length > LIMIT.events || this.bytes > LIMIT.bytes) this.drop(1);
  }

  /** At most `limit` events after a position, which must not be before the start. */
  after(position: Position, limit: number): readonly RecordedEvent[] {
    let from = this.events.length;
    while (from > 0 && (this.events[from - 1]?.position ?? START) > position) from -= 1;
    return this.events.slice(from, from + limit);
  }

  /**
   * Forgets the events up to a position, except a few: a reader of the store, a moment behind, finds the
   * tail still there when it comes.
   */
  trim(position: Position): void {
    // Nearly all of them are handled each time: looked for from the end.
    const handled = this.events.findLastIndex((event) => event.position <= position) + 1;
    let count = Math.max(0, handled - KEPT.events);
    let left = this.bytes;
    for (let n = 0; n < count; n += 1) left -= this.sizes[n] ?? 0;
    for (; count < handled && left > KEPT.bytes; count += 1) left -= this.sizes[count] ?? 0;
    this.drop(count);
  }

  private drop(count: number): void {
    if (count <= 0) return;
    const dropped = this.events.splice(0, count);
    for (const size of this.sizes.splice(0, count)) this.bytes -= size;
    this.startsAfter = dropped.at(-1)?.position ?? this.startsAfter;
  }
}
