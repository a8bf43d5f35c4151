import type { Logger } from 'pino';
import { monotonicMs, START, type Position } from '#kernel';
import { CheckpointMoved, follow, type ConsumerStatus, type EventFeed } from '#bus';
import { levelOf, type AppendedPage, type EventStore, type RecordedEvent } from '#event-store';
import { newFollowing, passOn, type FeedConsumer, type Following } from './following.js';
import { pauseAfter, STANDBY_MS } from './pauses.js';
import { placeAt, positionOf } from './place.js';
import { Tail } from './tail.js';

/** How a consumer is doing, and where it stood last; undefined until it has found out. */
export interface FeedStatus extends ConsumerStatus {
  readonly position: Position | undefined;
  /** Nobody waits for it. */
  readonly background: boolean;
  /** For how long every attempt has failed; 0: the last one did not. */
  readonly failingMs: number;
  /** Of one that follows logs of other services, and has no position in the store. */
  readonly lanes?: LanesBehind;
}

/** How many messages the lanes that are with this process have before them, at most; undefined: they find out. */
export interface LanesBehind {
  readonly behind: number | undefined;
}

export interface FeedHubOptions {
  readonly store: EventStore;
  readonly log: Logger;
  /**
   * The store tells of other processes' appends too, as far as is known at this moment: then reads come a little apart, so that
   * a process that hears of each append still reads many at once under load. Default: it does not, or there are none.
   */
  readonly isTold?: () => boolean;
  /** How often to look for events of other processes while the store does not tell of them. Default: as while it does. */
  readonly pollMs?: number;
  /** ... and while it does: something may not have been told. */
  readonly toldPollMs?: number;
  /** Reads all streams, as its consumers together follow nearly all there are: looking for some costs more then. */
  readonly readsAll?: boolean;
  readonly batchSize?: number;
  readonly nowMs?: () => number;
}

/** How often to look for what should have been told, and was not. */
const POLL_MS = 1_000;
/** After a read, so many times as long as it took: a busy machine, whose reads take long, reads more at once. */
const RESTS = 4;
/** ... and so long for each event that it brought: where many come, the next read is to bring many too. */
const REST_MS = 5;
/** ... but no longer than this. */
const MAX_REST_MS = 40;
/** How long one that nothing is for may not know how far it is: it keeps its place in the database. */
const PASSED_MS = 200;
/** How long to wait for a store that can't say yet how far it has looked. */
const UNKNOWN_MS = 50;

/** What a consumer is given: the events up to a position; undefined: nothing yet. */
interface Next {
  readonly events: readonly RecordedEvent[];
  readonly reached: Position | undefined;
}

const NOTHING: Next = { events: [], reached: undefined };

/**
 * Events from the store's own feed, in the order they were stored. Reads it once for all consumers of this process, of the
 * streams that any of them follows. Each consumer goes at its own pace:
 * a failing one is retried with growing pauses and delays no other; one that is far behind reads
 * from the store until it has caught up with the tail that is kept in memory. One that another process runs
 * (a replica of the service) is left to it, until its checkpoint no longer moves.
 */
export class FeedHub implements EventFeed {
  private readonly consumers: Following[] = [];
  private readonly loops: Promise<void>[] = [];
  private readonly wakers = new Set<() => void>();
  /** How the names of the streams begin that any consumer follows. */
  private prefixes: readonly string[] = [];
  private tail = new Tail();
  /** The newest position that is known to have been appended, where it matters here. */
  private appended: Position = START;
  private reading: Promise<void> | undefined;
  private readAgain = false;
  private stopping = false;
  private unsubscribe: (() => void) | undefined;
  private poll: NodeJS.Timeout | undefined;
  /** Until when no read begins for what was told, by `monotonicMs`; and what begins it then. */
  private restsUntil = 0;
  private resting: NodeJS.Timeout | undefined;
  private passing: NodeJS.Timeout | undefined;

  constructor(private readonly options: FeedHubOptions) {}

  private nowMs(): number {
    return (this.options.nowMs ?? monotonicMs)();
  }

  follow(consumer: FeedConsumer): void {
    this.consumers.push(newFollowing(consumer));
  }

  status(): FeedStatus[] {
    return this.consumers.map(({ consumer, lastPosition, failures, failedAt, lastError }) => ({
      name: consumer.name,
      background: consumer.background ?? false,
      position: lastPosition,
      failingMs: failures === 0 ? 0 : this.nowMs() - failedAt,
      failures,
      lastError,
    }));
  }

  async start(): Promise<void> {
    const { store } = this.options;
    const followed = [...new Set(this.consumers.flatMap(({ consumer }) => consumer.streams))];
    this.prefixes = this.options.readsAll ? [''] : followed;
    this.tail = new Tail(await store.head());
    this.unsubscribe = store.onAppended((position, streams, page) => {
      if (streams && !this.concerns(streams)) return;
      if (position > this.appended) this.appended = position;
      if (page) this.takeIn(page);
      this.readTail(false);
    });
    this.pollLater();
    for (const consumer of this.consumers) this.loops.push(this.run(consumer));
  }

  /** Lets consumers finish the batch they are on, then stops delivering. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.unsubscribe?.();
    clearTimeout(this.poll);
    clearTimeout(this.resting);
    clearTimeout(this.passing);
    this.wake();
    await Promise.all(this.loops);
    await this.reading;
    for (const { ahead, consumer } of this.consumers) {
      await ahead?.page.catch(() => undefined);
      await consumer.stop?.();
    }
  }

  /** Looks for new events at once. */
  look(): void {
    this.readTail(true);
  }

  private pollLater(): void {
    const { isTold, toldPollMs = POLL_MS, pollMs = toldPollMs } = this.options;
    this.poll = setTimeout(
      () => {
        this.readTail(true);
        this.pollLater();
      },
      isTold?.() ? toldPollMs : pollMs,
    ).unref();
  }

  /** Whether any consumer follows streams whose names begin so. */
  private concerns(streams: readonly string[]): boolean {
    return this.consumers.some(({ consumer }) =>
      consumer.streams.some((prefix) => streams.some((name) => name.startsWith(prefix))),
    );
  }

  /** This process's own events, where they follow what is here: nobody has to read them. */
  private takeIn({ after, events }: AppendedPage): void {
    const newest = events.at(-1)?.position;
    if (newest === undefined || after !== this.tail.newest || this.stopping || this.allStandBy) return;
    this.push(follow({ streams: this.prefixes }, events), newest);
  }

  /** What follows the tail; those wake that it is for, and soon the others, with their places alone. */
  private push(events: readonly RecordedEvent[], looked: Position): void {
    this.tail.push(events, looked);
    for (const following of this.consumers) passOn(following, events, this.tail.newest);
    this.passing ??= setTimeout(() => {
      this.passing = undefined;
      for (const { isPassed, wake } of this.consumers) if (isPassed) wake?.();
    }, PASSED_MS).unref();
  }

  /** Reads what is new, once at a time. What was told of and was read already needs no look. */
  private readTail(force: boolean): void {
    if (this.reading) {
      this.readAgain ||= force;
      return;
    }
    if (this.stopping || this.allStandBy || (!force && this.tail.newest >= this.appended)) return;
    const beganAt = monotonicMs();
    if (!force && beganAt < this.restsUntil) {
      this.resting ??= setTimeout(() => {
        this.resting = undefined;
        this.readTail(false);
      }, this.restsUntil - beganAt).unref();
      return;
    }
    this.reading = this.fetchTail(force)
      .catch((error: unknown) => {
        this.options.log[levelOf(error, 'warn')]({ err: error }, 'could not read the event feed');
        return undefined;
      })
      .then((count) => {
        this.reading = undefined;
        const endedAt = monotonicMs();
        if (this.options.isTold?.())
          this.restsUntil =
            endedAt + Math.min(MAX_REST_MS, RESTS * (endedAt - beganAt) + REST_MS * (count ?? 0));
        if (this.stopping || count === undefined) return;
        const again = this.readAgain;
        this.readAgain = false;
        this.readTail(again);
      });
  }

  /** @returns how many events came */
  private async fetchTail(force: boolean): Promise<number> {
    const { store, isTold, batchSize = 500 } = this.options;
    let count = 0;
    while (!this.stopping && !this.allStandBy) {
      const from = this.tail.newest;
      const { events, looked } = await store.readFeedOf(this.prefixes, from, batchSize);
      if (looked === from) return count;
      count += events.length;
      this.push(events, looked);
      // Up to the newest event that we know of there is nothing more to read. What lies beyond is other processes': it calls for
      // another look, unless we are told of it.
      if (this.tail.newest === this.appended) return count;
      if (!force && this.tail.newest > this.appended && isTold?.()) return count;
    }
    return count;
  }

  /**
   * Forgets the events that every consumer has handled. Failing and slow consumers don't count: they read from the
   * store.
   */
  private trimTail(): void {
    let slowest: Position | undefined;
    for (const { position } of this.consumers)
      if (
        position !== undefined &&
        position >= this.tail.start &&
        (slowest === undefined || position < slowest)
      )
        slowest = position;
    if (slowest !== undefined) this.tail.trim(slowest);
  }

  private wake(): void {
    const wakers = [...this.wakers];
    this.wakers.clear();
    for (const waker of wakers) waker();
  }

  private async run(following: Following): Promise<void> {
    const { consumer } = following;
    while (!this.stopping) {
      try {
        const position = (following.position ??= await this.begin(following));
        following.lastPosition = position;
        if (following.taken.undone) throw following.taken.undone.error;
        if (following.overtakenAt !== undefined && (await this.standsBy(following, position))) continue;
        const { events, reached } =
          this.atHand(following, position) ?? (await this.next(following, position));
        if (reached === undefined) continue;
        await consumer.handle(follow(consumer, events), placeAt(reached));
        following.position = reached;
        following.lastPosition = reached;
        following.failures = 0;
        following.lastError = undefined;
        this.trimTail();
      } catch (error) {
        if (error instanceof CheckpointMoved) following.overtakenAt = following.position;
        following.position = undefined;
        following.ahead = undefined;
        await this.pause(this.failed(following, error));
      }
    }
  }

  /** Where a consumer begins, or begins again. What it then says could not be kept fails its next turn. */
  private async begin(following: Following): Promise<Position> {
    const taken: Following['taken'] = {};
    following.taken = taken;
    const undo = (error: unknown): void => {
      taken.undone ??= { error };
      if (following.taken === taken) this.wake();
    };
    return positionOf(await following.consumer.start(undo));
  }

  /**
   * Whether another process keeps running the consumer: its checkpoint moves. Then this one reads no events for it,
   * only the checkpoint, once a second; it takes over when that stands still, as it does when the other one has died
   * or hangs. It also does when there is nothing new: the first process to see the next event handles it.
   */
  private async standsBy(following: Following, position: Position): Promise<boolean> {
    if (following.overtakenAt === position) {
      await this.resumeTail(position);
      following.overtakenAt = undefined;
      this.readTail(true);
      return false;
    }
    following.overtakenAt = position;
    following.position = undefined;
    following.failures = 0;
    following.lastError = undefined;
    await this.pause(following.consumer.standbyMs ?? STANDBY_MS);
    return true;
  }

  /** While all consumers stand by, nothing is read; the events skipped meanwhile are not needed here. */
  private async resumeTail(position: Position): Promise<void> {
    if (!this.allStandBy) return;
    await this.reading;
    this.tail = new Tail(position);
  }

  /** Also where there are none, as in a gateway. */
  private get allStandBy(): boolean {
    return this.consumers.every(({ overtakenAt }) => overtakenAt !== undefined);
  }

  /** Notes a failure; returns how long to wait before the next attempt, in milliseconds. */
  private failed(following: Following, error: unknown): number {
    const { log } = this.options;
    const { name: consumer, standbyMs = STANDBY_MS } = following.consumer;
    if (error instanceof CheckpointMoved) {
      log.debug({ consumer }, 'another process runs this feed consumer too');
      return standbyMs;
    }
    if (following.failures === 0) following.failedAt = this.nowMs();
    following.failures += 1;
    following.lastError = error instanceof Error ? error.message : String(error);
    const { failures } = following;
    const pauseMs = pauseAfter(failures);
    // One that fails for long says so ever more seldom: after 1, 2, 4, 8 attempts. Metrics tell the rest.
    const level = Number.isInteger(Math.log2(failures)) ? levelOf(error, 'error') : 'debug';
    log[level]({ err: error, consumer, failures, pauseMs }, 'feed consumer failed');
    return pauseMs;
  }

  /** What the tail has after a position; undefined: it has to be waited for, or read. */
  private atHand(following: Following, after: Position): Next | undefined {
    const { batchSize = 500 } = this.options;
    if (after < this.tail.start) return undefined;
    const { isPassed } = following;
    following.isPassed = false;
    if (this.tail.newest > after) {
      const events = this.tail.after(after, batchSize);
      return { events, reached: events.length < batchSize ? this.tail.newest : events.at(-1)?.position };
    }
    return isPassed ? { events: [], reached: after } : undefined;
  }

  /** The events of one that is far behind; else nothing, as soon as the feed goes on, or when stopping. */
  private async next(following: Following, after: Position): Promise<Next> {
    if (after < this.tail.start) return this.readBehind(following, after);
    let wake = (): void => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      following.wake = resolve;
      this.wakers.add(resolve);
      if (this.stopping) resolve();
    });
    this.wakers.delete(wake);
    following.wake = undefined;
    return NOTHING;
  }

  /** From the store, for who is far behind: the next batch is read while this one is handled. */
  private async readBehind(following: Following, after: Position): Promise<Next> {
    const { store, readsAll, batchSize = 500 } = this.options;
    const streams = readsAll ? [''] : following.consumer.streams;
    const { ahead } = following;
    following.ahead = undefined;
    const read = (from: Position) => store.readFeedOf(streams, from, batchSize);
    const { events, looked } = await (ahead?.after === after ? ahead.page : read(after));
    if (looked === after) {
      // A store that does not know yet how far it has looked.
      await this.pause(UNKNOWN_MS);
      return NOTHING;
    }
    if (looked < this.tail.start && !this.stopping) {
      const reading = read(looked);
      // The caller that waits for it gets the failure.
      reading.catch(() => undefined);
      following.ahead = { after: looked, page: reading };
    }
    return { events, reached: looked };
  }

  private pause(ms: number): Promise<void> {
    if (this.stopping) return Promise.resolve();
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
