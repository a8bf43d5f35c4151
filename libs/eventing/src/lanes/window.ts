import type { LogMessage, LogPage } from '#bus';

/** Messages that stay when every lane has handled them: a lane that begins again finds them. */
const KEPT = { messages: 100, bytes: 1_000_000 } as const;
/** Partitions are many: each has a small share of the memory. The newest page stays whole, however large it is. */
const LIMIT = { messages: 2_000, bytes: 4_000_000 } as const;

/** The newest messages of a partition that were read, without a gap: as many as fit. */
export class Window {
  private messages: LogMessage[] = [];
  private bytes = 0;
  private first = 0n;
  private after = -1n;

  /** Where to read on; undefined: nothing was read yet. */
  get next(): bigint | undefined {
    return this.after < 0n ? undefined : this.after;
  }

  /** Takes what was read from an offset. What does not follow on what it has takes its place. */
  push(from: bigint, { messages, next }: LogPage): void {
    if (from !== this.after) {
      this.messages = [];
      this.bytes = 0;
      this.first = from;
    }
    for (const message of messages) {
      this.messages.push(message);
      this.bytes += message.bytes;
    }
    this.after = next;
    let spare = 0;
    let bytes = this.bytes;
    const older = this.messages.length - messages.length;
    while (spare < older && (this.messages.length - spare > LIMIT.messages || bytes > LIMIT.bytes)) {
      bytes -= this.messages[spare]?.bytes ?? 0;
      spare += 1;
    }
    this.drop(spare);
  }

  /** The messages from an offset on, so many at most, and the offset after them; undefined: it does not have what follows that offset. */
  from(offset: bigint, limit: number): Omit<LogPage, 'end'> | undefined {
    if (offset < this.first || offset >= this.after) return undefined;
    let at = this.messages.length;
    while (at > 0 && (this.messages[at - 1]?.offset ?? 0n) >= offset) at -= 1;
    const messages = this.messages.slice(at, at + limit);
    const rest = this.messages[at + limit];
    return { messages, next: rest?.offset ?? this.after };
  }

  /** Forgets the messages before an offset, except a few. */
  trim(offset: bigint): void {
    const handled = this.messages.findLastIndex((message) => message.offset < offset) + 1;
    let count = Math.max(0, handled - KEPT.messages);
    let left = this.bytes;
    for (let n = 0; n < count; n += 1) left -= this.messages[n]?.bytes ?? 0;
    for (; count < handled && left > KEPT.bytes; count += 1) left -= this.messages[count]?.bytes ?? 0;
    this.drop(count);
  }

  /** Whether an offset lies in it, or right after it. */
  covers(offset: bigint): boolean {
    return offset >= this.first && offset <= this.after;
  }

  private drop(count: number): void {
    if (count === 0) return;
    for (const { bytes } of this.messages.splice(0, count)) this.bytes -= bytes;
    this.first = this.messages[0]?.offset ?? this.after;
  }
}
