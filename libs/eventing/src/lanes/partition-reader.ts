import { PartitionGone, type LogPage, type PartitionLog } from '#bus';
import { Window } from './window.js';

interface Request {
  readonly from: bigint;
  readonly limit: number;
  readonly settle: (page: Omit<LogPage, 'end'>) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Reads a partition once for all lanes of this process. The newest messages are kept in a window, at whose end the fastest
 * lanes wait. A lane that has fallen behind gets page after page read for itself, in turn with the end of the log; what was
 * read last that way is kept too, for others that are as far behind.
 */
export class PartitionReader {
  private readonly window = new Window();
  private behind = new Window();
  private requests: Request[] = [];
  private reading: Promise<void> | undefined;
  /** Ends a wait at the end of the log. */
  private interrupt = new AbortController();
  private knownEnd = 0n;
  private asking: Promise<bigint> | undefined;
  private wasBehind = false;
  /** From where it reads what may not be there yet; undefined: it reads for those behind, and does not wait. */
  private waitsAt: bigint | undefined;
  private stopped = false;

  constructor(private readonly log: PartitionLog) {}

  /** The end of the log, now or a moment ago. */
  end(): Promise<bigint> {
    this.asking ??= this.log.end().finally(() => (this.asking = undefined));
    return this.asking;
  }

  /** The offset after the newest message that is known to be there. */
  get newest(): bigint {
    return this.knownEnd;
  }

  /**
   * Messages from an offset on, so many at most, and where to read on. Waits for the next one at the end of the log; empty
   * when the signal ends the wait.
   * @throws what PartitionLog.read throws
   */
  read(from: bigint, limit: number, signal: AbortSignal): Promise<Omit<LogPage, 'end'>> {
    const nothing = { messages: [], next: from };
    if (signal.aborted) return Promise.resolve(nothing);
    if (this.stopped) return Promise.reject(new PartitionGone('the partition is not read any more'));
    const found = this.window.from(from, limit) ?? this.behind.from(from, limit);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const withdraw = (): void => {
        this.requests = this.requests.filter((one) => one !== request);
        resolve(nothing);
      };
      const request: Request = {
        from,
        limit,
        settle: (page) => {
          signal.removeEventListener('abort', withdraw);
          resolve(page);
        },
        fail: (error) => {
          signal.removeEventListener('abort', withdraw);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.requests.push(request);
      // Who is behind does not wait until something happens at the end.
      if (this.waitsAt !== undefined && from < this.waitsAt) this.interrupt.abort();
      this.work();
    });
  }

  /** Forgets what all lanes have handled. Those that are behind the window don't count. */
  trim(cursors: readonly (bigint | undefined)[]): void {
    let slowest: bigint | undefined;
    for (const cursor of cursors)
      if (cursor !== undefined && this.window.covers(cursor) && (slowest === undefined || cursor < slowest))
        slowest = cursor;
    if (slowest !== undefined) this.window.trim(slowest);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.interrupt.abort();
    for (const { fail } of this.requests.splice(0))
      fail(new PartitionGone('the partition is not read any more'));
    await this.reading;
  }

  private work(): void {
    this.reading ??= this.serve().finally(() => {
      this.reading = undefined;
      // Came in the last turn of the loop.
      if (this.requests.length > 0 && !this.stopped) this.work();
    });
  }

  private async serve(): Promise<void> {
    while (this.requests.length > 0 && !this.stopped) {
      const from = this.choose();
      const { next } = this.window;
      this.wasBehind = next !== undefined && from < next;
      this.waitsAt = this.wasBehind ? undefined : from;
      this.interrupt = new AbortController();
      try {
        const page = await this.log.read(from, this.interrupt.signal);
        this.knownEnd = page.end;
        if (page.next === from) continue;
        if (!this.wasBehind) this.window.push(from, page);
        else {
          this.behind = new Window();
          this.behind.push(from, page);
        }
        this.answer();
      } catch (error) {
        this.refuse(from, error);
      }
    }
  }

  /**
   * From where to read: for those behind and those at the end of the window in turn, while there is something to read at that
   * end. Those ahead of it come last: they wait at the end of the log.
   */
  private choose(): bigint {
    const { next } = this.window;
    const offsets = this.requests.map(({ from }) => from);
    if (next === undefined) return lowest(offsets);
    const behind = offsets.filter((from) => from < next);
    const atEnd = offsets.includes(next);
    const turnOfEnd = atEnd && this.wasBehind && next < this.knownEnd;
    if (behind.length > 0 && !turnOfEnd) return lowest(behind);
    return atEnd ? next : lowest(offsets);
  }

  private answer(): void {
    const waiting = this.requests;
    this.requests = [];
    for (const request of waiting) {
      const { from, limit } = request;
      const page = this.window.from(from, limit) ?? this.behind.from(from, limit);
      if (page) request.settle(page);
      else this.requests.push(request);
    }
  }

  /** Fails those that wait for what could not be read. */
  private refuse(from: bigint, error: unknown): void {
    const refused = this.requests.filter((request) => request.from === from);
    this.requests = this.requests.filter((request) => request.from !== from);
    for (const { fail } of refused) fail(error);
  }
}

const lowest = (offsets: readonly bigint[]): bigint =>
  offsets.reduce((least, offset) => (offset < least ? offset : least));
