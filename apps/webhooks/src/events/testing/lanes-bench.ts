import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { metadata, silent, type Bench } from '#hosting/testing/bench';
import { newId, START } from '#kernel';
import { partitionOf } from '#bus/kafka/partitioner';
import { webhooksKey, type WebhooksEvent } from '#contracts';
import type { EventStore, RecordedEvent } from '#event-store';
import {
  FeedHub,
  findTaken,
  LogFeed,
  SplitFeed,
  StorePast,
  type FeedStatus,
  type ProcessFeed,
} from '#eventing';
import { MemoryLog, MemoryPartition } from '#eventing/lanes/testing/memory-log';
import { Collector } from '../collector.js';
import type { CollectorOptions } from '../collector-options.js';

export const PARTITIONS = 2;
const OWNS = ['webhooks-'] as const;
/** The aggregates of which something happens. */
const AGGREGATES = ['customer', 'invoice'] as const;

/** A process of the service. */
export interface Running {
  readonly collector: Collector;
  readonly pool: pg.Pool;
  readonly status: () => readonly FeedStatus[];
  /** Of one that follows topics. */
  readonly log: MemoryLog | undefined;
  readonly stop: () => Promise<void>;
}

/** An installation whose collector follows other services' events from topics, or from the feed. */
export class LanesBench {
  readonly partitions = AGGREGATES.flatMap((aggregate) =>
    Array.from({ length: PARTITIONS }, (_, n) => new MemoryPartition(aggregate, n)),
  );
  readonly running: Running[] = [];
  private readonly dead: Running[] = [];
  private relayed: RecordedEvent[] = [];
  private readonly tails = new Map<MemoryPartition, RecordedEvent>();

  /** @param before each statement of a process: throws, or takes its time */
  constructor(
    readonly bench: Bench,
    private readonly before?: () => Promise<void>,
  ) {}

  /** @param mine the partitions that the process has at once; all by default */
  async startOverTopics(mine = this.partitions, over: Partial<CollectorOptions> = {}): Promise<Running> {
    const { pool, store } = this.bench.another();
    const collector = this.collectorOf(pool, store, over);
    const events = new MemoryLog(mine);
    const feed: ProcessFeed = new SplitFeed({
      hub: new FeedHub({ store, log: silent, pollMs: 10 }),
      log: new LogFeed({ events, past: new StorePast(store, PARTITIONS), lift: (one) => one, log: silent }),
      owns: OWNS,
      hold: ({ name }) => {
        throw new Error(`${name} runs in no process alone`);
      },
    });
    feed.follow(collector, OWNS);
    return this.run(feed, { collector, pool, log: events });
  }

  async startOverFeed(): Promise<Running> {
    const { pool, store } = this.bench.another();
    const collector = this.collectorOf(pool, store, {});
    const hub = new FeedHub({ store, log: silent, pollMs: 10 });
    hub.follow((await findTaken([pool], PARTITIONS)).passOver(collector, OWNS));
    return this.run(hub, { collector, pool, log: undefined });
  }

  /** What has happened is written to the topics: `count` events of all aggregates. */
  async relay(count = Infinity): Promise<void> {
    const after = this.relayed.at(-1)?.position ?? START;
    const events = (await this.bench.store.readFeed(after, 10_000)).slice(0, count);
    this.relayed = [...this.relayed, ...events];
    for (const event of events) this.write(event);
  }

  /** A relay that did not keep how far it was writes the last ones again. */
  relayAgain(count: number): void {
    for (const event of this.relayed.slice(-count)) this.partitionOf(event)?.write(event);
  }

  async append(stream: string, type: string, data: unknown): Promise<void> {
    const revision = (await this.bench.store.read(stream)).length - 1;
    await this.bench.store.append(stream, revision, [{ id: randomUUID(), type, data }], metadata);
  }

  async happen(event: WebhooksEvent): Promise<void> {
    await this.append(`webhooks-${webhooksKey(metadata)}`, event.type, event.data);
  }

  async customer(id = newId(), type = 'CustomerCreated'): Promise<string> {
    await this.append(`customer-${id}`, type, { at });
    return id;
  }

  /** A process dies, or sleeps for ever: nothing that it still does reaches the database. */
  kill(process: Running): void {
    const error = new Error('it is gone');
    const gone = (): Promise<never> => Promise.reject(error);
    // The pool's own queries, of which one may be on its way, take a connection by a callback.
    const connect = (callback?: (failed: Error) => void): unknown => (callback ? callback(error) : gone());
    Object.assign(process.pool, { query: gone, connect });
    this.dead.push(...this.running.splice(this.running.indexOf(process), 1));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running.splice(0), ...this.dead.splice(0)].map(({ stop }) => stop()));
  }

  private collectorOf(pool: pg.Pool, store: EventStore, over: Partial<CollectorOptions>): Collector {
    if (this.before) delay(pool, this.before);
    const days = { eventDays: 30, answerWaitMs: 30_000, gatherMs: 20 };
    return new Collector({ pool, store, streams: store, log: silent, ...days, ...over });
  }

  private async run(
    feed: Pick<ProcessFeed, 'start' | 'stop' | 'status'>,
    parts: Pick<Running, 'collector' | 'pool' | 'log'>,
  ): Promise<Running> {
    await feed.start();
    const running = { ...parts, status: () => feed.status(), stop: () => feed.stop() };
    this.running.push(running);
    return running;
  }

  private write(event: RecordedEvent): void {
    const partition = this.partitionOf(event);
    if (!partition) return;
    partition.write({ ...event, previous: this.tails.get(partition)?.position ?? START });
    this.tails.set(partition, event);
  }

  private partitionOf({ streamId }: RecordedEvent): MemoryPartition | undefined {
    return this.partitions.find(
      ({ aggregate, partition }) =>
        streamId.startsWith(`${aggregate}-`) && partitionOf(streamId, PARTITIONS) === partition,
    );
  }
}

/** Statements of the pool, and of connections that it gives out, come after what `before` waits for. */
function delay(pool: pg.Pool, before: () => Promise<void>): void {
  const delayed = new WeakSet<object>();
  const wrap = (one: { query: unknown }): void => {
    if (delayed.has(one)) return;
    delayed.add(one);
    const query = (one.query as (...args: unknown[]) => unknown).bind(one);
    one.query = async (...args: unknown[]) => {
      await before();
      return query(...args);
    };
  };
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  wrap(pool);
  pool.connect = (async (...args: unknown[]) => {
    if (args.length > 0) return (connect as (...all: unknown[]) => unknown)(...args);
    const client = await connect();
    wrap(client);
    return client;
  }) as pg.Pool['connect'];
}

export const at = '2026-11-26T18:00:00.000Z';

export const endpoint = (webhook_id: string): WebhooksEvent => ({
  type: 'WebhookCreated',
  data: {
    ...{ webhook_id, secret_key: 's', url: 'https://example.com', description: null },
    enabled_events: ['customer.created', 'customer.edited'],
    ...{ headers: [], headers_key: null, payload_style: 'full', ordered: false, at },
  },
});

/** What is stored of told events, in the order in which it can be read. */
export const toldOf = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ seq: string; id: string; type: string; resource_id: string; revision: number }[]> =>
  (await pool.query('SELECT seq, id, type, resource_id, revision FROM webhooks.events ORDER BY seq')).rows;

export const deliveriesOf = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ endpoint_id: string; resource_id: string; revision: number }[]> =>
  (
    await pool.query(
      `SELECT d.endpoint_id, e.resource_id, e.revision
       FROM webhooks.deliveries d JOIN webhooks.events e ON e.id = d.event_id ORDER BY d.id`,
    )
  ).rows;
