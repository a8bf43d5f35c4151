import type { Logger } from 'pino';
import type { StreamEvent } from '#kernel';
import type { EventFeed, EventLog, LanedConsumer, PartitionLog } from '#bus';
import type { FeedStatus } from '../feed/feed-hub.js';
import { PartitionLanes, type Followed, type LaneStatus } from './partition-lanes.js';
import type { Past } from './past.js';

export interface LogFeedOptions {
  readonly events: EventLog;
  readonly past: Past;
  /** Brings an event of the log, in whichever version it was written, into its present shape. */
  readonly lift: (event: StreamEvent) => StreamEvent;
  readonly log: Logger;
  readonly batchSize?: number;
}

/** What was in the logs at a moment. */
export interface LogMark {
  /** How many partitions this process had. */
  readonly partitions: number;
  /** Whether all lanes have taken it; undefined: nobody will know, as the partitions were begun again since. */
  isTaken(): boolean | undefined;
}

/** How long a lane may take to find out where it is before its consumer counts as behind. */
export const FIND_OUT_MS = 10_000;

/**
 * Events of other services, from a log for each kind of aggregate. Each consumer has a lane on each partition that is with
 * this process, with a place of its own, so all go at their own pace. Where the partitions are given to other processes,
 * those go on from the places that were kept.
 */
export class LogFeed implements EventFeed<LanedConsumer> {
  private readonly consumers: Followed[] = [];
  /** Names of those of which all lanes have once found out where they are. */
  private readonly found = new Set<string>();
  private lanes: readonly PartitionLanes[] = [];
  /** Partitions whose lanes still finish what they are on. */
  private readonly ending = new Map<string, Promise<void>>();
  /** Whether it was said which partitions this process has: maybe none. */
  private assigned = false;
  private stopping = false;

  constructor(private readonly options: LogFeedOptions) {}

  follow(consumer: Followed): void {
    const strange = consumer.streams.find((prefix) => !/^[a-z0-9-]+-$/.test(prefix));
    if (strange !== undefined)
      throw new Error(`${consumer.name}: no log has the streams that begin with "${strange}"`);
    this.consumers.push(consumer);
  }

  async start(): Promise<void> {
    const aggregates = new Set(this.consumers.flatMap(({ streams }) => streams.map(aggregateOf)));
    if (aggregates.size > 0)
      await this.options.events.open([...aggregates], (partitions) => this.assign(partitions));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const lanes of this.lanes) this.end(lanes);
    await Promise.all(this.ending.values());
    await this.options.events.close();
  }

  /** A consumer fails as long as one of its lanes does. */
  status(): FeedStatus[] {
    const lanes = this.laneStatus();
    return this.consumers.map(({ name, background = false }) => {
      const own = lanes.filter(({ consumer }) => consumer === name);
      const worst = own.reduce<LaneStatus | undefined>(
        (most, one) => (one.failures > (most?.failures ?? 0) ? one : most),
        undefined,
      );
      const { failures = 0, lastError } = worst ?? {};
      return {
        ...{ name, background, failures, lastError, position: undefined },
        failingMs: Math.max(0, ...own.map(({ failingMs }) => failingMs)),
        lanes: { behind: this.behind(name, own) },
      };
    });
  }

  /**
   * The lanes begin again at each change of the group, and find out in a moment where they are: that is no news for a
   * consumer that had found out before. One that fails at an event of the owner's knows where it is, and tells by its failures.
   */
  private behind(name: string, lanes: readonly LaneStatus[]): number | undefined {
    const isLost = ({ behind, failures, position, unknownMs }: LaneStatus): boolean =>
      behind === undefined &&
      (failures === 0 || position === undefined) &&
      (!this.found.has(name) || unknownMs > FIND_OUT_MS);
    if (!this.assigned || lanes.some(isLost)) return undefined;
    this.found.add(name);
    return lanes.reduce((sum, { behind = 0 }) => sum + behind, 0);
  }

  /** The lanes that are with this process. */
  laneStatus(): LaneStatus[] {
    return this.lanes.flatMap((lanes) => lanes.status());
  }

  /** Notes what is in the logs now, or was a second ago: for who wants to know when the lanes have taken that. */
  async mark(): Promise<LogMark> {
    const { lanes } = this;
    const ends = await Promise.all(lanes.map((one) => one.end()));
    return {
      partitions: lanes.length,
      isTaken: () =>
        this.lanes === lanes ? lanes.every((one, n) => one.haveTaken(ends[n] ?? 0n)) : undefined,
    };
  }

  private assign(partitions: readonly PartitionLog[]): void {
    this.assigned = true;
    for (const lanes of this.lanes) this.end(lanes);
    this.lanes = this.stopping ? [] : partitions.map((partition) => this.lanesOf(partition));
    for (const lanes of this.lanes)
      void (this.ending.get(lanes.key) ?? Promise.resolve()).then(() => lanes.start());
  }

  private lanesOf(partition: PartitionLog): PartitionLanes {
    const { past, lift, log, batchSize = 500 } = this.options;
    const consumers = this.consumers.filter(({ streams }) =>
      streams.map(aggregateOf).includes(partition.aggregate),
    );
    return new PartitionLanes(partition, consumers, { past, lift, log, batchSize });
  }

  private end(lanes: PartitionLanes): void {
    const { key } = lanes;
    const before = this.ending.get(key);
    const ended = Promise.all([before, lanes.stop()]).then(
      () => undefined,
      (error: unknown) => this.options.log.error({ err: error, partition: key }, 'lanes did not stop well'),
    );
    this.ending.set(key, ended);
    void ended.then(() => {
      if (this.ending.get(key) === ended) this.ending.delete(key);
    });
  }
}

/** The aggregate of streams that begin so, as its log is named: `inbound-mail` for `inbound-mail-`. */
const aggregateOf = (prefix: string): string => prefix.slice(0, -1);
