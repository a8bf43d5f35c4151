import { monotonicMs, START, type Position } from '#kernel';
import type { EventStoreDbConnection } from './connection.js';
import type { Gaps } from './gaps.js';
import { positionOf, rawEvent, subscriptionRequest, type RawEvent } from './messages.js';
import type { Recent } from './recent.js';
import { isInvalidPosition, isTransient, pauseMs, sleep } from './retry.js';
import { NOT_SEARCHED, type Searched, type SearchMemory } from './search-memory.js';

export interface FeedWatchOptions {
  readonly connection: Pick<EventStoreDbConnection, 'read'>;
  readonly prefix: string;
  readonly memory: SearchMemory;
  /** Where others have written a lot is noted here. */
  readonly gaps: Gaps;
  /** Keeps the newest of what comes. */
  readonly recent: Recent;
  /** Called with each event's position, in order; after an error perhaps again with an earlier one. */
  readonly onEvent: (position: Position) => void;
  /** Called whenever the server has sent something. */
  readonly onMessage?: () => void;
}

const MAX_PAUSE_MS = 1_000;
/** How often what is known is kept, and how often while it is still being searched. */
const SAVE_EVERY_MS = 5_000;
const SAVE_SEARCH_EVERY_MS = 1_000;
/** Servers before 23.10 do not say that a subscription has caught up: it has, when nothing comes for so long. */
const QUIET_MS = 500;
/** A gap is worth noting from so many checkpoints on (each stands for 500 events of others). */
const NOTED_CHECKPOINTS = 4;

/**
 * Follows the feed as a subscription: the one search of the log for what is ours. It begins where the one before it, of whichever
 * process, had come to, and no deadline ends it. It knows how far the log holds nothing of ours, so that nobody reads through the
 * events of other applications again. What it brings is kept for a while (`Recent`); who finds less there than is known to be asks
 * the server, so nothing depends on a subscription that broke. It subscribes again after any error, from where it was, with
 * growing pauses.
 */
export class FeedWatch {
  private running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  private searched: Searched = NOT_SEARCHED;
  /** What the memory holds, and since when; undefined before it was asked. */
  private saved: { readonly searched: Searched; readonly at: number } | undefined;
  private saving: Promise<void> | undefined;
  private savingLater: NodeJS.Timeout | undefined;
  /** Up to where the subscription has come, the last event of ours that it has passed, and its checkpoints since. */
  private cursor: Position = START;
  private passed: Pick<Searched, 'newest' | 'stream'> = NOT_SEARCHED;
  private checkpoints = 0;
  private isSettled = false;
  private readonly waiters = new Set<{ resolve(): void; reject(error: unknown): void }>();

  constructor(private readonly options: FeedWatchOptions) {}

  /** May be called again. */
  start(): void {
    if (this.running) return;
    const stop = new AbortController();
    this.running = { stop, ended: this.run(stop.signal) };
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    running?.stop.abort();
    await running?.ended;
    clearTimeout(this.savingLater);
    this.savingLater = undefined;
    await this.saving;
    await this.save();
  }

  /** Starts it, and waits until it has searched the log up to its end for the first time. @throws the server's refusal */
  settled(): Promise<void> {
    this.start();
    if (this.isSettled) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiters.add({ resolve, reject }));
  }

  /** What is known; a snapshot. */
  get known(): Searched {
    return this.searched;
  }

  /**
   * From where to read for what comes after a position: further on, where it is known that nothing of ours
   * lies between.
   */
  skip(after: Position): Position {
    const { newest, looked } = this.searched;
    return this.options.gaps.skip(after >= newest && looked > after ? looked : after);
  }

  /** An event of ours that somebody has seen. */
  note(position: Position, stream: string): void {
    const { newest, looked, stream: before } = this.searched;
    if (position < newest || (position === newest && before !== undefined)) return;
    this.searched = { newest: position, stream, looked: looked > position ? looked : position };
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.load();
        await this.follow(signal, () => (failures = 0));
      } catch (error) {
        if (isInvalidPosition(error)) this.forget();
        else if (!isTransient(error)) this.tellWaiters(error);
        // No need to report it: readers get the same error and do.
      }
      failures += 1;
      await sleep(pauseMs(failures, MAX_PAUSE_MS), signal);
    }
    this.tellWaiters(new Error('the event store is closed'));
  }

  private async load(): Promise<void> {
    if (this.saved) return;
    const searched = await this.options.memory.load();
    this.saved = { searched, at: monotonicMs() };
    if (searched.newest >= this.searched.newest) this.searched = searched;
    this.cursor = searched.looked;
    this.passed = searched;
  }

  /** What was remembered is of another log: it is searched from its start. */
  private forget(): void {
    this.searched = NOT_SEARCHED;
    this.cursor = START;
    this.passed = NOT_SEARCHED;
  }

  private async follow(signal: AbortSignal, confirmed: () => void): Promise<void> {
    const { connection, prefix, recent, onMessage } = this.options;
    let quiet: NodeJS.Timeout | undefined;
    recent.begin(this.cursor);
    try {
      for await (const message of connection.read(subscriptionRequest(prefix, this.cursor), { signal })) {
        if (signal.aborted) return;
        onMessage?.();
        if (message.hasConfirmation()) {
          confirmed();
          recent.setLive(true);
        }
        const event = message.getEvent();
        const raw = event && rawEvent(event);
        const checkpoint = message.getCheckpoint();
        if (raw) this.meet(raw);
        else if (checkpoint) this.pass(positionOf(checkpoint));
        if (message.hasCaughtUp()) this.settle();
        if (!this.isSettled) {
          clearTimeout(quiet);
          quiet = setTimeout(() => this.settle(), QUIET_MS).unref();
        }
        this.saveAtTimes();
      }
    } finally {
      recent.setLive(false);
      clearTimeout(quiet);
    }
  }

  private meet(raw: RawEvent): void {
    const { position, stream } = raw;
    const { newest: start, stream: before } = this.passed;
    if (this.checkpoints >= NOTED_CHECKPOINTS)
      this.options.gaps.add({ start, stream: before, end: this.cursor });
    this.checkpoints = 0;
    this.passed = { newest: position, stream };
    this.cursor = position;
    this.note(position, stream);
    this.options.recent.push(raw);
    this.options.onEvent(position);
  }

  private pass(position: Position): void {
    this.cursor = position;
    this.options.recent.pass(position);
    this.checkpoints += 1;
    if (position > this.searched.looked) this.searched = { ...this.searched, looked: position };
  }

  private settle(): void {
    this.isSettled = true;
    for (const waiter of this.waiters) waiter.resolve();
    this.waiters.clear();
  }

  private tellWaiters(error: unknown): void {
    for (const waiter of this.waiters) waiter.reject(error);
    this.waiters.clear();
  }

  private saveAtTimes(): void {
    const { saved, isSettled } = this;
    if (!saved || this.saving || this.savingLater || this.searched === saved.searched) return;
    const waitMs = saved.at + (isSettled ? SAVE_EVERY_MS : SAVE_SEARCH_EVERY_MS) - monotonicMs();
    this.savingLater = setTimeout(() => {
      this.savingLater = undefined;
      this.saving = this.save().finally(() => (this.saving = undefined));
    }, waitMs).unref();
  }

  private async save(): Promise<void> {
    const { searched } = this;
    if (!this.saved || searched === this.saved.searched) return;
    this.saved = { searched, at: monotonicMs() };
    // Where that fails, the next start searches a little more.
    await this.options.memory.save(searched).catch(() => undefined);
  }
}
