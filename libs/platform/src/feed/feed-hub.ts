import type { Logger } from 'pino';
import type { EventStore, RecordedEvent } from '#event-store';

/** Something that follows the feed: a projection or a process manager. */
export interface FeedConsumer {
  readonly name: string;
  /** Loads the checkpoint: events after this position are delivered. */
  start(): Promise<bigint>;
  /** Handles events in feed order. Throwing means: nothing of this batch was kept, deliver it again. */
  handle(events: readonly RecordedEvent[]): Promise<void>;
}

export interface FeedHubOptions {
  readonly store: EventStore;
  readonly log: Logger;
  /** How often to look for events of other processes. */
  readonly pollMs?: number;
  readonly batchSize?: number;
}

const TAIL_LIMIT = 500;

/**
 * Reads the store's feed once for all consumers of this process. Each consumer goes at its own pace:
 * one that fails is retried with growing pauses and holds up nobody else; one that is far behind reads
 * from the store until it has caught up with the tail that is kept in memory.
 */
export class FeedHub {
  private readonly consumers: FeedConsumer[] = [];
  private readonly loops: Promise<void>[] = [];
  private readonly wakers = new Set<() => void>();
  private readonly progress = new Map<FeedConsumer, bigint>();
  /** The newest events in order; `tailStart` is the position after which they begin. */
  private tail: RecordedEvent[] = [];
  private tailStart = 0n;
  private reading: Promise<void> | undefined;
  private readAgain = false;
  private stopping = false;
  private unsubscribe: (() => void) | undefined;
  private poll: NodeJS.Timeout | undefined;

  constructor(private readonly options: FeedHubOptions) {}

  add(consumer: FeedConsumer): void {
    this.consumers.push(consumer);
  }

  async start(): Promise<void> {
    const { store, pollMs = 200 } = this.options;
    this.tailStart = await store.head();
    this.unsubscribe = store.onAppended(() => this.readTail());
    this.poll = setInterval(() => this.readTail(), pollMs).unref();
    for (const consumer of this.consumers) this.loops.push(this.follow(consumer));
  }

  /** Lets consumers finish the batch they are on, then stops delivering. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.unsubscribe?.();
    clearInterval(this.poll);
    this.wake();
    await Promise.all(this.loops);
    await this.reading;
  }

  private readTail(): void {
    if (this.reading) {
      this.readAgain = true;
      return;
    }
    this.reading = this.fetchTail()
      .catch((error: unknown) => this.options.log.warn({ err: error }, 'could not read the event feed'))
      .finally(() => {
        this.reading = undefined;
        if (this.readAgain && !this.stopping) {
          this.readAgain = false;
          this.readTail();
        }
      });
  }

  private async fetchTail(): Promise<void> {
    const { store, batchSize = 500 } = this.options;
    for (;;) {
      const after = this.tail.at(-1)?.position ?? this.tailStart;
      const events = await store.readFeed(after, batchSize);
      if (events.length === 0) return;
      this.tail.push(...events);
      this.dropFromTail(this.tail.length - TAIL_LIMIT);
      this.wake();
    }
  }

  /** Forgets the events that every consumer has handled. */
  private trimTail(): void {
    let slowest: bigint | undefined;
    for (const position of this.progress.values())
      if (slowest === undefined || position < slowest) slowest = position;
    let handled = 0;
    while (handled < this.tail.length && (this.tail[handled]?.position ?? 0n) <= (slowest ?? 0n))
      handled += 1;
    this.dropFromTail(handled);
  }

  private dropFromTail(count: number): void {
    if (count <= 0) return;
    const dropped = this.tail.splice(0, count);
    this.tailStart = dropped.at(-1)?.position ?? this.tailStart;
  }

  private wake(): void {
    const wakers = [...this.wakers];
    this.wakers.clear();
    for (const waker of wakers) waker();
  }

  private async follow(consumer: FeedConsumer): Promise<void> {
    let position: bigint | undefined;
    let failures = 0;
    while (!this.stopping) {
      try {
        position ??= await consumer.start();
        const events = await this.next(position);
        if (events.length === 0) continue;
        await consumer.handle(events);
        position = events.at(-1)?.position ?? position;
        this.progress.set(consumer, position);
        this.trimTail();
        failures = 0;
      } catch (error) {
        failures += 1;
        position = undefined;
        const pauseMs = Math.min(30_000, 50 * 2 ** Math.min(failures, 10));
        this.options.log.error(
          { err: error, consumer: consumer.name, failures, pauseMs },
          'feed consumer failed',
        );
        await this.pause(pauseMs);
      }
    }
  }

  /** The events after a position, as soon as there are any; empty when stopping. */
  private async next(after: bigint): Promise<readonly RecordedEvent[]> {
    const { store, batchSize = 500 } = this.options;
    if (after < this.tailStart) return store.readFeed(after, batchSize);
    const newest = this.tail.at(-1)?.position ?? this.tailStart;
    if (newest > after) {
      let from = this.tail.length;
      while (from > 0 && (this.tail[from - 1]?.position ?? 0n) > after) from -= 1;
      return this.tail.slice(from, from + batchSize);
    }
    await new Promise<void>((resolve) => {
      this.wakers.add(resolve);
      if (this.stopping) resolve();
    });
    return [];
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const wakers = this.wakers;
      const stopped = () => (this.stopping ? done() : wakers.add(stopped));
      function done() {
        clearTimeout(timer);
        wakers.delete(stopped);
        resolve();
      }
      wakers.add(stopped);
    });
  }
}
