import { START, type Position } from '#kernel';
import type { EventStoreDbConnection } from './connection.js';
import { positionOf, subscriptionRequest } from './messages.js';
import { pauseMs, sleep } from './retry.js';

export interface FeedWatchOptions {
  readonly connection: EventStoreDbConnection;
  readonly prefix: string;
  /** The position of the newest event of ours. */
  readonly head: () => Promise<Position>;
  /** Called with each event's position, in order; after an error perhaps again with an earlier one. */
  readonly onEvent: (position: Position) => void;
}

const MAX_PAUSE_MS = 5_000;

/**
 * Follows the feed as a subscription, to learn of new events immediately, from any writer, and up to where
 * there are none of ours. It only tells: who wants the events reads them, so nothing hangs on a subscription
 * that broke. It subscribes again after any error, from where it stood, with growing pauses.
 */
export class FeedWatch {
  private running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  /** The newest event of ours that was reported, and up to where the server has looked since. */
  private seen: Position | undefined;
  private looked: Position = START;

  constructor(private readonly options: FeedWatchOptions) {}

  start(): void {
    if (this.running) return;
    const stop = new AbortController();
    this.running = { stop, ended: this.run(stop.signal) };
  }

  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    running?.stop.abort();
    await running?.ended;
  }

  /** The newest event of ours that was reported; undefined: it does not follow yet. */
  get newest(): Position | undefined {
    return this.seen;
  }

  /**
   * From where to read for what comes after a position: further on, where it is known that nothing of ours
   * lies between. Other applications of the server may have written millions of events there.
   */
  skip(after: Position): Position {
    return this.seen !== undefined && after >= this.seen && this.looked > after ? this.looked : after;
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        this.seen ??= await this.options.head();
        await this.follow(signal, () => (failures = 0));
      } catch {
        // No need to report it: readers get the same error and do.
      }
      failures += 1;
      await sleep(pauseMs(failures, MAX_PAUSE_MS), signal);
    }
  }

  private async follow(signal: AbortSignal, confirmed: () => void): Promise<void> {
    const { connection, prefix, onEvent } = this.options;
    const from = this.skip(this.seen ?? START);
    for await (const message of connection.read(subscriptionRequest(prefix, from), { signal })) {
      if (signal.aborted) return;
      if (message.hasConfirmation()) confirmed();
      const event = message.getEvent()?.getEvent();
      const checkpoint = message.getCheckpoint();
      if (event) {
        this.seen = positionOf(event);
        onEvent(this.seen);
      } else if (checkpoint) this.looked = positionOf(checkpoint);
    }
  }
}
