import pino from 'pino';
import { START, type Position } from '#kernel';
import { partitionOf } from '#bus/kafka/partitioner';
import type { EventStore } from '#event-store';
import { LogFeed } from '../log-feed.js';
import { StorePast } from '../store-past.js';
import { MemoryLog, MemoryPartition } from './memory-log.js';

const silent = pino({ level: 'silent' });

/** Domain topics in memory, which a relay fills from a store when it is told to. */
export class DomainLogs {
  readonly partitions: readonly MemoryPartition[];
  private relayed: Position = START;
  /** The position of the newest event of each partition. */
  private readonly tails = new Map<MemoryPartition, Position>();
  /** How many readers have been opened, and closed. */
  opened = 0;
  closed = 0;

  /** @param count partitions of each topic */
  constructor(
    private readonly store: Pick<EventStore, 'readFeed' | 'readFeedOf' | 'head'>,
    streams: readonly string[],
    readonly count: number,
  ) {
    this.partitions = streams.flatMap((prefix) =>
      Array.from({ length: count }, (_, n) => new MemoryPartition(prefix.slice(0, -1), n, 50)),
    );
  }

  /** Everything that is stored and was not written yet, or so many events. */
  async relay(limit = 10_000): Promise<void> {
    for (const event of await this.store.readFeed(this.relayed, limit)) {
      this.relayed = event.position;
      const partition = this.of(event.streamId);
      if (!partition) continue;
      const previous = this.tails.get(partition) ?? START;
      this.tails.set(partition, event.position);
      partition.write({ ...event, previous });
    }
  }

  /** undefined: nobody follows the stream. */
  of(streamId: string): MemoryPartition | undefined {
    const partition = partitionOf(streamId, this.count);
    return this.partitions.find(
      (one) => one.partition === partition && streamId.startsWith(`${one.aggregate}-`),
    );
  }

  /** A reader that is alone in its group. */
  open(): { readonly feed: LogFeed; readonly link: { readonly alive: boolean } } {
    this.opened += 1;
    const log = new MemoryLog(this.partitions);
    const events = {
      open: log.open.bind(log),
      close: async () => {
        this.closed += 1;
        await log.close();
      },
    };
    const past = new StorePast(this.store, this.count);
    return {
      feed: new LogFeed({ events, past, lift: (event) => event, log: silent }),
      link: { alive: true },
    };
  }
}
