import type { AnyEventConsumer, HeldConsumer, LanedConsumer } from '#bus';
import type { FeedHub, FeedStatus } from '../feed/feed-hub.js';
import type { FeedConsumer } from '../feed/following.js';
import type { LogFeed } from './log-feed.js';
import { delegateTo } from './delegate.js';
import type { HeldLanes } from './held-lanes.js';
import { ownLaneName } from './names.js';

/** What brings a process the events that it follows. */
export interface ProcessFeed extends Pick<FeedHub, 'start' | 'stop' | 'status' | 'look'> {
  /**
   * Before `start`.
   * @param owns how the streams of the consumer's service begin
   */
  follow(consumer: FeedConsumer | LanedConsumer, owns: readonly string[]): void;
}

export interface SplitFeedOptions {
  /** The feed of the process's own store. */
  readonly hub: ProcessFeed;
  /** The logs of other services. */
  readonly log: Pick<LogFeed, 'follow' | 'start' | 'stop' | 'status'>;
  /** The same for a consumer whose lanes one process at a time runs. */
  readonly hold: (consumer: HeldConsumer) => Pick<HeldLanes, 'start' | 'stop' | 'status'>;
  /** How the streams begin that the services of this process write. */
  readonly owns: readonly string[];
}

/**
 * Own streams from the store's feed, those of others from their owners' logs. A consumer that follows both has a place for
 * its own streams and one for each lane. All of them take over the place that it has for all its streams, which
 * stays where it was when the consumer was last followed over the feed alone.
 *
 * One whose lanes one process at a time runs has lanes alone, also for own streams. One without lanes takes everything from
 * the feed.
 */
export class SplitFeed implements ProcessFeed {
  private readonly laned: LanedConsumer[] = [];
  private readonly held: Pick<HeldLanes, 'start' | 'stop' | 'status'>[] = [];

  constructor(private readonly options: SplitFeedOptions) {}

  follow(consumer: FeedConsumer | LanedConsumer, ofService: readonly string[]): void {
    const { hub, log, owns, hold } = this.options;
    if (isHeld(consumer) && consumer.lanedStreams.some((prefix) => !owns.includes(prefix))) {
      this.held.push(hold(consumer));
      return;
    }
    const foreign = consumer.streams.filter((prefix) => !owns.includes(prefix));
    if (foreign.length === 0 || !hasLanes(consumer)) return hub.follow(consumer, ofService);
    const { name } = consumer;
    this.laned.push(consumer);
    log.follow({ ...labels(consumer), streams: foreign, lane: (lane) => consumer.lane(lane) });
    const own = consumer.streams.filter((prefix) => owns.includes(prefix));
    const part = ownLaneName(name);
    if (own.length > 0)
      hub.follow({ ...delegateTo(consumer.lane(part)), name: part, streams: own }, ofService);
  }

  async start(): Promise<void> {
    // Before any lane begins: each begins at this place, however late its partition comes to a process.
    for (const consumer of this.laned) await consumer.start(() => undefined);
    await this.options.hub.start();
    await this.options.log.start();
    for (const lanes of this.held) lanes.start();
  }

  async stop(): Promise<void> {
    const { hub, log } = this.options;
    await Promise.all([hub.stop(), log.stop(), ...this.held.map((lanes) => lanes.stop())]);
  }

  /** Looks for new events of the own store at once; the logs bring theirs by themselves. */
  look(): void {
    this.options.hub.look();
  }

  status(): FeedStatus[] {
    const { hub, log } = this.options;
    return [...hub.status(), ...log.status(), ...this.held.map((lanes) => lanes.status())];
  }
}

const hasLanes = (consumer: FeedConsumer | LanedConsumer): consumer is LanedConsumer => 'lane' in consumer;

const isHeld = (consumer: FeedConsumer | LanedConsumer): consumer is HeldConsumer => 'hold' in consumer;

const labels = ({ name, background }: AnyEventConsumer) => ({
  name,
  ...(background !== undefined && { background }),
});
