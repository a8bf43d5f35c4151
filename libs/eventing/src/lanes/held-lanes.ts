import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonicMs } from '#kernel';
import { CheckpointMoved, type HeldConsumer, type Hold } from '#bus';
import type { FeedStatus } from '../feed/feed-hub.js';
import { pauseAfter, STANDBY_MS } from '../feed/pauses.js';
import { Failures } from './failures.js';
import { LaneProgress } from './lane-progress.js';
import { FIND_OUT_MS, type LogFeed } from './log-feed.js';

/** The logs as one holder reads them: nobody else is in their group. */
export interface HeldLogs {
  readonly feed: Pick<LogFeed, 'follow' | 'start' | 'stop' | 'status' | 'mark'>;
  /** Not alive: they will not bring anything any more. */
  readonly link: { readonly alive: boolean };
}

export interface HeldLanesOptions {
  readonly consumer: HeldConsumer;
  /** Of the topic of each aggregate. */
  readonly partitions: number;
  /** @param epoch of the hold: names a group in which nobody has been */
  readonly open: (epoch: string) => HeldLogs;
  readonly log: Logger;
}

/** How often it looks at its hold and at its lanes: in memory. */
const LOOK_MS = 100;
/** The end of a log that was asked for may be so old. */
const END_AGE_MS = 1_000;

/**
 * Runs all lanes of a consumer while this process holds the right to it, and reads no log otherwise. The right alone says who
 * reads: each holder has a group of its own, so no process that sleeps, or has died, keeps partitions from the next one.
 */
export class HeldLanes {
  private readonly failures = new Failures();
  /** While this process has the right. */
  private held: { readonly feed: HeldLogs['feed']; readonly since: number } | undefined;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: HeldLanesOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Lets the lanes finish the deliveries that they are on, and another process go on. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.options.consumer.stop?.();
  }

  status(): FeedStatus {
    const { consumer } = this.options;
    const [lanes] = this.held?.feed.status() ?? [];
    return {
      ...{ name: consumer.name, background: consumer.background ?? false, position: undefined },
      failures: Math.max(this.failures.count, lanes?.failures ?? 0),
      lastError: lanes?.lastError ?? this.failures.last,
      failingMs: Math.max(this.failures.ms, lanes?.failingMs ?? 0),
      lanes: { behind: this.behind(lanes) },
    };
  }

  /** One that has just begun finds out where its lanes are: that is no news. */
  private behind(status: FeedStatus | undefined): number | undefined {
    if (!this.held || !status) return 0;
    const { behind } = status.lanes ?? {};
    return behind ?? (monotonicMs() - this.held.since < FIND_OUT_MS ? 0 : undefined);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let pauseMs = this.standbyMs;
      try {
        const hold = await this.options.consumer.hold();
        if (hold) await this.work(hold);
        else this.failures.clear();
      } catch (error) {
        pauseMs = this.failed(error);
      }
      await rest(pauseMs, signal);
    }
  }

  private async work(hold: Hold): Promise<void> {
    const { consumer, open, log } = this.options;
    const logs = open(hold.epoch);
    const { feed } = logs;
    const progress = new LaneProgress(log.child({ consumer: consumer.name }));
    const { name, lanedStreams: streams } = consumer;
    feed.follow({ name, streams, lane: (lane) => progress.count(hold.lane(lane)) });
    const over = new AbortController();
    const end = (): void => over.abort();
    this.stopping.signal.addEventListener('abort', end, { once: true });
    try {
      this.held = { feed, since: monotonicMs() };
      await this.begin(feed);
      if (this.stopping.signal.aborted) return;
      void this.mark(hold, feed, over.signal).finally(end);
      await this.watch(hold, logs, progress, over.signal);
    } finally {
      end();
      this.stopping.signal.removeEventListener('abort', end);
      this.held = undefined;
      await feed.stop();
      await hold.release();
    }
  }

  /** A process that stops does not wait for a broker that does not answer. */
  private async begin(feed: HeldLogs['feed']): Promise<void> {
    const { signal } = this.stopping;
    const started = feed.start();
    started.catch(() => undefined);
    if (!signal.aborted)
      await Promise.race([
        started,
        new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      ]);
  }

  /** Until the right is lost, or another process should try. */
  private async watch(
    hold: Hold,
    logs: HeldLogs,
    progress: LaneProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const { consumer } = this.options;
    while (!signal.aborted && hold.lasts) {
      if (!logs.link.alive) throw new Error('the logs are not read any more');
      const [status] = logs.feed.status();
      if (status && status.failingMs > consumer.handOverMs) throw new LanesFail(status);
      progress.look(status?.lanes?.behind);
      await rest(LOOK_MS, signal);
    }
  }

  /** Tells the consumer, again and again, up to when all that was in the logs is taken. */
  private async mark(hold: Hold, feed: HeldLogs['feed'], signal: AbortSignal): Promise<void> {
    const { log, consumer } = this.options;
    while (!signal.aborted) {
      const since = monotonicMs() - END_AGE_MS;
      try {
        const mark = await feed.mark();
        while (mark.isTaken() === false && !signal.aborted) await rest(LOOK_MS, signal);
        if (mark.isTaken() === true && mark.partitions === this.partitions) {
          await hold.keepUp(monotonicMs() - since);
          this.failures.clear();
        }
      } catch (error) {
        if (error instanceof CheckpointMoved) return;
        // Nothing is noted meanwhile, and that tells.
        log.debug({ err: error, consumer: consumer.name }, 'what is in the logs was not found out');
      }
      await rest(consumer.keepUpMs, signal);
    }
  }

  /** Of all its topics together. */
  private get partitions(): number {
    const { consumer, partitions } = this.options;
    return consumer.lanedStreams.length * partitions;
  }

  private get standbyMs(): number {
    return this.options.consumer.standbyMs ?? STANDBY_MS;
  }

  /** Notes a failure; returns how long to wait before the next attempt: others that stand by come first. */
  private failed(error: unknown): number {
    const { log, consumer } = this.options;
    if (error instanceof CheckpointMoved) return this.standbyMs;
    this.failures.note(error, error instanceof LanesFail ? error.failingMs : 0);
    const { count: failures } = this.failures;
    const pauseMs = Math.max(2 * this.standbyMs, pauseAfter(failures));
    log.error(
      { err: error, consumer: consumer.name, failures, pauseMs },
      'the lanes do not run here: another process may have more luck',
    );
    return pauseMs;
  }
}

/** A lane has failed for so long that another process should try. */
class LanesFail extends Error {
  readonly failingMs: number;

  constructor({ lastError, failingMs }: Pick<FeedStatus, 'lastError' | 'failingMs'>) {
    super(lastError ?? 'a lane fails');
    this.failingMs = failingMs;
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : sleep(ms, undefined, { signal }).catch(() => undefined);
