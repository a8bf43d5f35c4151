import type { EventStore, RecordedEvent } from '#event-store';
import { FeedHub, Relay } from '#eventing';
import { event, metadata, silent, type Bench } from './bench.js';
import type { DomainTopics, WriteMoments } from './domain-topics.js';
import { pausable } from './pausable.js';

/** The streams of the service whose events are relayed in specs; `customer-` is another's. */
export const OWN = ['invoice-', 'retention-'] as const;

/** Long for a test: nobody takes over from a process that lives. */
export const LONG_MS = 60_000;

/** A process that relays a service's events, each shard for itself. */
export interface RelayProcess {
  readonly hub: FeedHub;
  readonly relays: readonly Relay[];
  /** From now on nothing that it asks reaches the database, as if it were stopped. */
  readonly pause: () => void;
  readonly wake: () => void;
}

export interface RelayProcessOptions {
  readonly bench: Bench;
  readonly topics: DomainTopics;
  readonly moments?: WriteMoments;
  readonly shards?: number;
  readonly leaseMs?: number;
  readonly requestMessages?: number;
  readonly nowMs?: () => number;
  readonly log?: typeof silent;
  /** Default: the bench's. */
  readonly store?: EventStore;
}

export async function startRelays({
  bench,
  topics,
  moments = {},
  shards = 1,
  leaseMs = LONG_MS,
  log = silent,
  store: given,
  ...more
}: RelayProcessOptions): Promise<RelayProcess> {
  const { pool: own, store: another } = bench.another();
  const { pool, pause, wake } = pausable(own);
  const store = given ?? another;
  const writer = topics.writer(moments);
  const hub = new FeedHub({ store, log, pollMs: 20 });
  const relays = Array.from({ length: shards }, (_, index) => {
    const shard = { service: 'invoicing', index, of: shards };
    return new Relay({ ...{ pool, store, log, writer, shard, streams: OWN, leaseMs }, ...more });
  });
  for (const relay of relays) hub.follow(relay);
  await hub.start();
  return { hub, relays, pause, wake };
}

/** Appends events to streams, and knows what a reader of the service's topics has to see. */
export class Streams {
  private readonly revisions = new Map<string, number>();

  constructor(private readonly store: EventStore) {}

  /** So many events more, over ten streams of the service and two of another in turn. */
  async append(count: number): Promise<void> {
    const streams = [...Array.from({ length: 8 }, (_, n) => `invoice-${n}`), 'retention-1', 'retention-2'];
    const all = [...streams, 'customer-1', 'customer-2'];
    for (let n = 0; n < count; n += 1) await this.appendTo(all[this.count % all.length] ?? '');
  }

  async appendTo(streamId: string): Promise<void> {
    const revision = this.revisions.get(streamId) ?? -1;
    const data = { n: this.count + 1 };
    const outcome = await this.store.append(streamId, revision, [event('Happened', data)], metadata);
    if (outcome.kind !== 'appended') throw new Error('nobody else writes this stream');
    this.revisions.set(streamId, revision + 1);
  }

  get count(): number {
    return [...this.revisions.values()].reduce((sum, revision) => sum + revision + 1, 0);
  }

  /** The service's events by stream. */
  async own(): Promise<Map<string, RecordedEvent[]>> {
    const streams = new Map<string, RecordedEvent[]>();
    for (const streamId of this.revisions.keys())
      if (OWN.some((prefix) => streamId.startsWith(prefix)))
        streams.set(streamId, await this.store.read(streamId));
    return streams;
  }

  async countOwn(): Promise<number> {
    return [...(await this.own()).values()].reduce((sum, { length }) => sum + length, 0);
  }
}
